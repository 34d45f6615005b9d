import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { memoizeByObject } from '../../core/index.ts'
import type { EntryPanel, EntryPanelProps } from '../feature.ts'
import { $entryPanels } from '../registry.ts'

const componentOf = memoizeByObject(({ id, load }: EntryPanel) => ({ id, Component: lazy(load) }))
const $above = $entryPanels.map((panels) => panels.filter(({ below }) => !below).map(componentOf))
const $hasBelow = $entryPanels.map((panels) => panels.some(({ below }) => below))

/** What features and plugins show above the content. */
export function EntryPanels(props: EntryPanelProps) {
  const panels = useUnit($above)
  return panels.map(({ id, Component }) => (
    <Suspense key={id} fallback={null}>
      <Component {...props} />
    </Suspense>
  ))
}

const Sections = lazy(async () => ({ default: (await import('./entry-sections.tsx')).EntrySections }))

/** What plugins show below the content. */
export function EntrySections(props: EntryPanelProps) {
  const hasAny = useUnit($hasBelow)
  if (!hasAny) return null
  return (
    <Suspense fallback={null}>
      <Sections key={props.entry.id} {...props} />
    </Suspense>
  )
}
