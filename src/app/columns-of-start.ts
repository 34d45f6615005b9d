import type { Scope } from 'effector'
import { $layout } from '../model/layout/index.ts'
import { $location, $view } from '../model/location/index.ts'
import { $general } from '../model/settings/index.ts'
import { $pane } from './focus.ts'
import { TWO_PANES_FROM, visiblePanes } from './visible-panes.ts'

/** Whether a start, which shows the list without an open entry, would show the panes that are shown now. */
export function hasColumnsOfStart(scope: Scope): boolean {
  const { innerWidth: width } = window
  if (width < TWO_PANES_FROM && scope.getState($general).startupScreen === 'subscription') return false
  const circumstances = { layout: scope.getState($layout), view: scope.getState($view), width }
  const now = visiblePanes({
    ...circumstances,
    pane: scope.getState($pane),
    entryOpen: scope.getState($location).entryId !== null,
  })
  const atStart = visiblePanes({ ...circumstances, pane: 'timeline', entryOpen: false })
  return now.size === atStart.size && [...now].every((pane) => atStart.has(pane))
}
