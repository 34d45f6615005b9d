/** The addresses at which the tests look at the screens of the features. */
import { expect } from '@playwright/test'
import { views } from '../../src/contract/views.ts'
import { authorizationParameters } from '../support/authorization.ts'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import type { Reader } from './reader.ts'

export type ScreenIds = { readonly user: string; readonly feed: string; readonly list: string }

/** By the path of the screen; those of the settings are read from their menu. */
export const screenAddresses: Readonly<Record<string, (ids: ScreenIds) => string>> = {
  '/discover/*': () => '/discover',
  '/action': () => '/action',
  '/activity': () => '/activity',
  '/highlights': () => '/highlights',
  '/audit': () => '/audit',
  '/follow': () => '/follow?url=web%2Bfeed:https://example.org/feed',
  '/save': () => '/save?url=https://example.org/roses&title=Roses',
  '/shared-stars': () => '/shared-stars',
  '/shared-folder/:token': () => '/shared-folder/unknown',
  '/admin': () => '/admin',
  '/workshop': () => '/workshop',
  '/install-plugin': () => '/install-plugin#unreadable',
  '/share/users/:name': ({ user }) => `/share/users/${user}`,
  '/share/feeds/:id': ({ feed }) => `/share/feeds/${feed}`,
  '/share/lists/:id': ({ list }) => `/share/lists/${list}`,
  '/invitation': () => '/invitation',
  '/forget-password': () => '/forget-password',
  '/reset-password': () => '/reset-password?token=unknown',
  '/authorize': () => `/authorize?${authorizationParameters}`,
  '/verify-email': () => '/verify-email?error=invalid_token',
  '/feed-not-found/:feedId': () => '/feed-not-found/1',
  '*': () => '/no/such/screen',
}
/** Screens of the built-in plugins, which are there while the plugin is on. */
export const pluginScreens: Readonly<Record<string, readonly string[]>> = {
  power: ['/power', '/power/achievements', '/power/ranking', '/power/admin'],
  ai: ['/ai/daily'],
  rsshub: ['/rsshub'],
  streak: ['/streak'],
}
/** Switches the plugins with screens and dialogs on, and waits until this browser knows it. */
export async function switchPluginsOn(reader: Reader): Promise<void> {
  const switches = [
    ['power', 'enablePower', 'Use POWER'],
    ['ai', 'enableAi', 'Use AI'],
    ['digests', 'enableDigests', 'Send digests'],
    ['streak', 'enableStreak', 'Count what I read'],
  ] as const
  for (const [plugin, setting] of switches)
    await reader.request(`/plugins/${plugin}/settings`, {
      method: 'PATCH',
      body: { values: { [setting]: true } },
    })
  await reader.page.goto(`${reader.url}/settings/integration`)
  for (const [, , name] of switches)
    await expect(reader.page.getByRole('switch', { name })).toBeChecked({ timeout: 60_000 })
}

/** Follows a feed and creates a list, so that every screen has something to show. @returns their ids and the user's */
export async function createScreenContents(reader: Reader, feeds: WrittenFeeds): Promise<ScreenIds> {
  feeds.write('short', manyEntries('short', 5))
  const { feed } = await reader.request<{ feed: { id: string } }>('/subscriptions', {
    method: 'POST',
    body: { url: feeds.address('short'), view: 0 },
  })
  const { data: list } = await reader.request<{ data: { id: string } }>('/lists', {
    method: 'POST',
    body: { title: 'Own list', view: 0, fee: 0 },
  })
  const { user } = await reader.request<{ user: { id: string } }>('/better-auth/get-session')
  return { user: user.id, feed: feed.id, list: list.id }
}

/** The addresses of all screens, those of the settings included. Leaves the reader in the settings of the plugins. */
export async function allAddresses(reader: Reader, ids: ScreenIds): Promise<readonly string[]> {
  // Their menu has all pages of the settings.
  await switchPluginsOn(reader)
  const links = reader.page.getByRole('navigation').getByRole('link')
  await expect(links.nth(3)).toBeVisible()
  const settingsPages = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/settings/')),
  )
  expect(settingsPages.length).toBeGreaterThan(6)
  const { data } = await reader.request<{ data: { entries: { id: string } }[] }>('/entries', {
    method: 'POST',
    body: { view: 0, limit: 1 },
  })
  const entryPath = `/timeline/view-0/all/${data[0]?.entries.id}`
  expect(entryPath).toMatch(/\d$/)
  return [
    ...readerAddresses,
    entryPath,
    ...Object.values(screenAddresses).map((address) => address(ids)),
    ...Object.values(pluginScreens).flat(),
    // The rules stand in the settings' menu, as a link to their own screen.
    ...settingsPages.filter((path) => path !== '/settings/actions'),
  ]
}

/** Those of a visitor without a session. */
export const signedOutAddresses: readonly string[] = ['/login', '/register']
/** The reader's own, one for each view. */
const readerAddresses: readonly string[] = views.map((_, view) => `/timeline/view-${view}/all`)
