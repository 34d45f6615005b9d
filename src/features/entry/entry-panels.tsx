import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import type { EntryPanelProps } from '../feature.ts'
import { $entryPanels } from '../registry.ts'

const $components = $entryPanels.map((panels) =>
  panels.map(({ id, load }) => ({ id, Component: lazy(load) })),
)

/** What features and plugins show above the content. */
export function EntryPanels(props: EntryPanelProps) {
  const panels = useUnit($components)
  return panels.map(({ id, Component }) => (
    <Suspense key={id} fallback={null}>
      <Component {...props} />
    </Suspense>
  ))
}
