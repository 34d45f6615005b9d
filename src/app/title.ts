/** The window's title (the current source with its unread count, or the screen) and the app badge with the same count. */
import { combine, createWatch, type Scope, type Store } from 'effector'
import i18next from 'i18next'
import { matchRoutes } from 'react-router'
import { $screen, $view, isTimeline } from '../model/location/index.ts'
import { $appearance } from '../model/settings/index.ts'
import { $currentRow, $viewTabs } from '../model/subscriptions/index.ts'
import { views } from '../contract/views.ts'
import { $screens } from '../features/registry.ts'

const $unread = combine($viewTabs, $appearance, (tabs, { showDockBadge, sidebarShowUnreadCount }) =>
  showDockBadge && sidebarShowUnreadCount ? tabs.reduce((sum, tab) => sum + tab.unread, 0) : 0,
)
const $title = combine(
  { path: $screen, screens: $screens, row: $currentRow, view: $view, unread: $unread },
  ({ path, screens, row, view, unread }) => {
    if (!isTimeline(path)) {
      const match = matchRoutes(
        screens.map((screen) => ({ path: screen.path, handle: screen.titleKey })),
        path,
      )
      return { key: String(match?.at(-1)?.route.handle ?? ''), unread }
    }
    const name = row?.kind === 'feed' || row?.kind === 'folder' || row?.kind === 'list' ? row.title : null
    return { name, key: `common:view.${views[view]}`, unread }
  },
)

/** ms */
const DEBOUNCE_MS = 250

export function followTitle(scope: Scope): void {
  follow($title, scope, ({ name, key, unread }) => {
    const title = `${name ?? i18next.t(key)} · Lectern`
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  })
}

/** The badge on the installed app's icon, where the platform supports it. */
export function followBadge(scope: Scope): void {
  if ('setAppBadge' in navigator) follow($unread, scope, setBadge)
}

/** Debounced: setting the title or badge calls the operating system and costs more than rendering the list. */
function follow<T>(store: Store<T>, scope: Scope, show: (value: T) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  show(scope.getState(store))
  createWatch({
    unit: store,
    scope,
    fn: (value) => {
      clearTimeout(timer)
      timer = setTimeout(() => show(value), DEBOUNCE_MS)
    },
  })
}

function setBadge(unread: number): void {
  const result = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
  // Rejected without the permission of an installed app; the title shows the count anyway.
  result.catch(() => {})
}
