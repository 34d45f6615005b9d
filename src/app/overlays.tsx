/** The parts of features that are over all screens. They load once the app is idle. */
import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { memoizeByObject } from '../core/index.ts'
import type { Feature } from '../features/feature.ts'
import { contributed } from '../features/registry.ts'
import { $startupIdle } from '../model/app/ready.ts'
import { loadAllTranslations } from './i18n.ts'

// Once for each: a component made anew would mount its part anew when a plugin starts.
const componentOf = memoizeByObject((load: NonNullable<Feature['overlay']>) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadAllTranslations()])
    return module
  }),
)
/** Loaders of the parts over all screens. */
const $overlays = contributed(({ overlay }) => (overlay ? [overlay] : []))
const $components = $overlays.map((loaders) => loaders.map(componentOf))

export function Overlays() {
  const [idle, components] = useUnit([$startupIdle, $components])
  if (!idle) return null
  return components.map((Component, index) => (
    <Suspense key={index} fallback={null}>
      <Component />
    </Suspense>
  ))
}
