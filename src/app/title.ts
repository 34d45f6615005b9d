/** The window's title: the current row of the list and how much of it is unread. */
import { combine, createWatch, type Scope, type StoreValue } from 'effector'
import i18next from 'i18next'
import { $appearance, $currentRow, $viewTabs, $place } from '../model/index.ts'
import { views } from '../contract/views.ts'

const $title = combine(
  { row: $currentRow, tabs: $viewTabs, place: $place, appearance: $appearance },
  ({ row, tabs, place, appearance }) => ({
    name: row?.kind === 'feed' || row?.kind === 'folder' || row?.kind === 'list' ? row.title : null,
    view: views[place.view],
    unread: appearance.showDockBadge ? tabs.reduce((sum, tab) => sum + tab.unread, 0) : 0,
  }),
)

export function followTitle(scope: Scope): void {
  const show = ({ name, view, unread }: StoreValue<typeof $title>) => {
    const words = `${name ?? i18next.t(`common:view.${view}`)} · Lectern`
    document.title = unread > 0 ? `(${unread}) ${words}` : words
    badge(unread)
  }
  show(scope.getState($title))
  createWatch({ unit: $title, scope, fn: show })
}

/** The mark on the installed app's icon, where the system has one. */
function badge(unread: number): void {
  if (!('setAppBadge' in navigator)) return
  const marking = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
  // Refused without the permission of an installed app; the title says it anyway.
  marking.catch(() => {})
}
