import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { memoizeByObject } from '../../core/index.ts'
import type { EntryPanel, EntryPanelProps } from '../feature.ts'
import { $entryPanels } from '../registry.ts'

const componentOf = memoizeByObject(({ id, load }: EntryPanel) => ({ id, Component: lazy(load) }))
const $components = $entryPanels.map((panels) => panels.map(componentOf))

/** What features and plugins show above the content. */
export function EntryPanels(props: EntryPanelProps) {
  const panels = useUnit($components)
  return panels.map(({ id, Component }) => (
    <Suspense key={id} fallback={null}>
      <Component {...props} />
    </Suspense>
  ))
}
