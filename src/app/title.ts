/** The window's title: the current row of the list and how much of it is unread. */
import { combine, createWatch, type Scope, type StoreValue } from 'effector'
import i18next from 'i18next'
import { $appearance, $currentRow, $view, $viewTabs } from '../model/index.ts'
import { views } from '../contract/views.ts'

const $title = combine(
  { row: $currentRow, tabs: $viewTabs, view: $view, appearance: $appearance },
  ({ row, tabs, view, appearance }) => ({
    name: row?.kind === 'feed' || row?.kind === 'folder' || row?.kind === 'list' ? row.title : null,
    view: views[view],
    unread: appearance.showDockBadge ? tabs.reduce((sum, tab) => sum + tab.unread, 0) : 0,
  }),
)

/** ms */
const REST_MS = 250

export function followTitle(scope: Scope): void {
  const show = ({ name, view, unread }: StoreValue<typeof $title>) => {
    const words = `${name ?? i18next.t(`common:view.${view}`)} · Lectern`
    document.title = unread > 0 ? `(${unread}) ${words}` : words
    badge(unread)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  show(scope.getState($title))
  // The window's title is the system's business and costs more than the list: it follows when the keys rest.
  createWatch({
    unit: $title,
    scope,
    fn: (title) => {
      clearTimeout(timer)
      timer = setTimeout(() => show(title), REST_MS)
    },
  })
}

/** The mark on the installed app's icon, where the system has one. */
function badge(unread: number): void {
  if (!('setAppBadge' in navigator)) return
  const marking = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
  // Refused without the permission of an installed app; the title says it anyway.
  marking.catch(() => {})
}
