/** The window's title: what is read and how much is unread, or which screen it is; and the badge with the same number. */
import { combine, createWatch, type Scope, type Store } from 'effector'
import i18next from 'i18next'
import { matchRoutes } from 'react-router'
import { $appearance, $currentRow, $screen, $view, $viewTabs } from '../model/index.ts'
import { views } from '../contract/views.ts'
import { $screens } from '../features/registry.ts'

const $unread = combine($viewTabs, $appearance, (tabs, { showDockBadge }) =>
  showDockBadge ? tabs.reduce((sum, tab) => sum + tab.unread, 0) : 0,
)
const $title = combine(
  { path: $screen, screens: $screens, row: $currentRow, view: $view, unread: $unread },
  ({ path, screens, row, view, unread }) => {
    if (!path.startsWith('/timeline')) {
      const match = matchRoutes(
        screens.map((screen) => ({ path: screen.path, handle: screen.titleKey })),
        path,
      )
      return { words: String(match?.at(-1)?.route.handle ?? ''), unread }
    }
    const name = row?.kind === 'feed' || row?.kind === 'folder' || row?.kind === 'list' ? row.title : null
    return { name, words: `common:view.${views[view]}`, unread }
  },
)

/** ms */
const REST_MS = 250

export function followTitle(scope: Scope): void {
  follow($title, scope, ({ name, words, unread }) => {
    const title = `${name ?? i18next.t(words)} · Lectern`
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  })
}

/** The mark on the installed app's icon, where the system has one. It has the last visit's until then. */
export function followBadge(scope: Scope): void {
  if ('setAppBadge' in navigator) follow($unread, scope, badge)
}

/** Title and badge are the system's business and cost more than the list: they follow when the keys rest. */
function follow<T>(store: Store<T>, scope: Scope, show: (value: T) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  show(scope.getState(store))
  createWatch({
    unit: store,
    scope,
    fn: (value) => {
      clearTimeout(timer)
      timer = setTimeout(() => show(value), REST_MS)
    },
  })
}

function badge(unread: number): void {
  const marking = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
  // Refused without the permission of an installed app; the title says it anyway.
  marking.catch(() => {})
}
