/** How a user opens each dialog of the features, and what has to exist for that. */
import { expect, type Browser, type Page } from '@playwright/test'
import type { DialogId } from '../../src/model/layout/dialogs.ts'
import { silentWav } from '../support/wav.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { ada, Reader } from './reader.ts'
import { switchPluginsOn } from './screen-addresses.ts'
import { secondFactorOf } from './user-actions.ts'

/** The server's settings under which every dialog can be opened. */
export const dialogsEnv = {
  ANNOUNCEMENT: JSON.stringify({ id: 'move', title: 'We move', content: 'The server moves on Sunday.' }),
  INBOX_DOMAIN: 'in.example.org',
}

const bea = { name: 'Bea', email: 'bea@example.org', password: 'correct horse battery' }

export type DialogScene = {
  readonly reader: Reader
  /** Of an entry with a picture and an episode. */
  readonly entryPath: string
  /** Of an entry that only the player of its site can play. */
  readonly filmPath: string
  readonly userId: string
  readonly ownListId: string
  /** Of a list of another user. */
  readonly listId: string
  /** Ids of subscriptions: the feed of the entry, one that is followed privately, the inbox, and the user's list. */
  readonly garden: string
  readonly hidden: string
  readonly letters: string
  readonly ownList: string
}
type SceneInput = { readonly reader: Reader; readonly feeds: WrittenFeeds; readonly browser: Browser }

/**
 * Writes what the dialogs are about: two feeds in a folder, one followed privately; a list, an inbox and an RSSHub
 * instance of the user, who has a second factor; a list and an instance with a price of another user. The plugins with
 * dialogs are on, and the user has a digest.
 */
export async function prepareDialogs({ reader, feeds, browser }: SceneInput): Promise<DialogScene> {
  const post = <T>(by: Reader, path: string, body: object) => by.request<T>(path, { method: 'POST', body })
  const { url } = feeds
  // Nothing leaves the loopback: a site's player is a page of ours.
  await reader.page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The player of the site</p>' }),
  )
  feeds.serve(
    'picture.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="teal"/></svg>',
    'image/svg+xml',
  )
  feeds.serve('roses.wav', silentWav(60), 'audio/wav')
  const item = (title: string, link: string, html: string, file = '') =>
    `<item><guid>${title}</guid><title>${title}</title><link>${link}</link><description><![CDATA[${html}]]></description>${file}</item>`
  feeds.serve(
    'garden',
    `<rss version="2.0"><channel><title>Garden</title><link>${url}</link><description>Plants</description>${[
      item(
        'Roses',
        `${url}/roses`,
        `<p>Roses are cut in March.</p><img src="${url}/picture.svg" alt="A rose">`,
        `<enclosure url="${url}/roses.wav" type="audio/wav" length="480044"/>`,
      ),
      item('A film', 'https://www.youtube.com/watch?v=abcdefghijk', '<p>A film about roses.</p>'),
    ].join('')}</channel></rss>`,
    'application/rss+xml; charset=utf-8',
  )
  feeds.write('hidden', [{ guid: '1', title: 'A secret', at: Date.now() }], 'Hidden')
  const follow = async (name: string, isPrivate: boolean) => {
    const body = { url: feeds.address(name), view: 0, category: 'Plants', isPrivate }
    const { feed } = await post<{ feed: { id: string } }>(reader, '/subscriptions', body)
    return `feed/${feed.id}`
  }
  const createList = async (by: Reader, title: string, fee: number) => {
    const { data } = await post<{ data: { id: string } }>(by, '/lists', { title, view: 0, fee })
    return data.id
  }
  const garden = await follow('garden', false)
  const hidden = await follow('hidden', true)
  await post(reader, '/inboxes', { handle: 'letters', title: 'Letters' })
  await post(reader, '/shared-folders', { title: 'Family' })
  const ownListId = await createList(reader, 'Own list', 0)

  const context = await browser.newContext()
  const other = new Reader(await context.newPage(), reader.url)
  await post(other, '/better-auth/sign-up/email', bea)
  const listId = await createList(other, 'List of Bea', 5)
  const idOf = async (by: Reader) =>
    (await by.request<{ user: { id: string } }>('/better-auth/get-session')).user.id
  const share = async (by: Reader, name: string, path: string) => {
    const config = { ownerUserId: await idOf(by), description: name, price: 6, userLimit: 10 }
    feeds.serve(`${path}api/follow/config`, JSON.stringify(config), 'application/json')
    await post(by, '/rsshub', { baseUrl: path === '' ? url : `${url}/${path.slice(0, -1)}` })
  }
  for (const one of [reader, other]) await post(one, '/wallets', {})
  await post(reader, '/wallets/transactions/claim_daily', {})
  await secondFactorOf(reader, ada)
  await share(reader, 'Hub of Ada', '')
  await share(other, 'Hub of Bea', 'bea/')
  await context.close()
  await switchPluginsOn(reader)
  const digest = { name: 'Morning', query: '', frequency: 'daily', weekday: 1, hour: 7, timeZone: 'UTC' }
  await post(reader, '/plugins/digests/calls/put', {
    input: { ...digest, entries: 20, byMail: true, withEpub: false },
  })

  const { data } = await post<{ data: { entries: { id: string; title: string } }[] }>(reader, '/entries', {
    view: 0,
    limit: 10,
  })
  const pathOf = (title: string) =>
    `/timeline/view-0/all/${data.find(({ entries }) => entries.title === title)?.entries.id ?? 'none'}`
  return {
    reader,
    entryPath: pathOf('Roses'),
    filmPath: pathOf('A film'),
    userId: await idOf(reader),
    ownListId,
    listId,
    garden,
    hidden,
    letters: 'inbox/letters',
    ownList: `list/${ownListId}`,
  }
}

/** Goes to an address within the page, as a link does. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

type Opener = (scene: DialogScene) => Promise<void>
/** Runs a command as a button does. Without a target it acts on the entry that is open. */
const command =
  (id: string, argsOf?: (scene: DialogScene) => Readonly<Record<string, unknown>>): Opener =>
  (scene) =>
    scene.reader.command(id, argsOf?.(scene))
/** Runs a command on a subscription. */
const on = (subscription: 'garden' | 'letters' | 'ownList', id: string): Opener =>
  command(id, (scene) => ({ subscriptions: [scene[subscription]] }))

/** Runs a command on the digest, which is one of the choices that the palette loads. */
const chosenDigest =
  (title: string): Opener =>
  ({ reader }) =>
    reader.run(title, 'Morning')

async function useHubOfBea({ reader }: DialogScene): Promise<void> {
  await goTo(reader.page, '/rsshub')
  await reader.page.getByRole('button', { name: 'Use Hub of Bea' }).press('Enter')
}

/** By the id of the dialog. Each begins at the entry of the scene. */
export const dialogOpeners: { readonly [Id in DialogId]: Opener } = {
  announcement: command('messages:read-announcement'),
  'claim-feed': on('garden', 'subscription:claim'),
  'replace-feed': on('garden', 'subscription:find-replacement'),
  'edit-subscription': on('garden', 'subscription:edit'),
  'explain-feed': on('garden', 'subscription:why'),
  'rename-folder': command('subscription:edit-folder', () => ({ category: 'Plants' })),
  'take-along': command('offline:take-along'),
  'share-entry': command('entry:share'),
  'entry-pictures': command('entry:image-gallery'),
  note: command('entry:note'),
  'explain-entry': command('entry:why'),
  'entry-readers': command('entry:who-read'),
  'rule-acts': command('entry:which-rule'),
  'player-embed': async ({ reader, filmPath }) => {
    // From the list: where its entry is open, the film plays there.
    const [, list = '', film = ''] = /^(.+)\/(\d+)$/.exec(filmPath) ?? []
    await goTo(reader.page, list)
    await expect(reader.rows.filter({ hasText: 'A film' })).toBeVisible()
    await reader.command('player:play', { entries: [film] })
  },
  'player-queue': async ({ reader }) => {
    await reader.command('player:play')
    await expect(reader.page.locator('[data-focus-area="video-player"]')).toBeVisible()
    await reader.command('player:show-queue')
  },
  'first-run': command('global:first-run-guide'),
  follow: command('global:quick-add'),
  'page-feed': command('global:page-feed'),
  'import-report': command('global:import-opml'),
  'create-inbox': command('inbox:create'),
  'edit-inbox': on('letters', 'inbox:edit'),
  'delete-inbox': on('letters', 'inbox:delete'),
  invitation: command('session:activate-invitation'),
  'follow-list': command('list:follow', ({ reader, listId }) => ({
    list: `${reader.url}/timeline/view-0/list-${listId}/pending`,
  })),
  'edit-list': command('list:create'),
  'list-feeds': on('ownList', 'list:manage-feeds'),
  'delete-list': on('ownList', 'list:delete'),
  'end-sharing': async ({ reader }) => {
    await goTo(reader.page, '/settings/sharing')
    await reader.page.getByRole('button', { name: 'End the folder' }).press('Enter')
  },
  'show-private-feeds': command('list:add-feeds', ({ hidden, ownListId }) => ({
    subscriptions: [hidden],
    list: ownListId,
  })),
  profile: command('profile:open', ({ userId }) => ({ user: userId })),
  'rsshub/edit': command('rsshub:add'),
  'rsshub/use': useHubOfBea,
  code: async (scene) => {
    await useHubOfBea(scene)
    await scene.reader.page.getByRole('button', { name: 'Pay 6 POWER' }).press('Enter')
  },
  'rsshub/delete': async ({ reader }) => {
    await goTo(reader.page, '/rsshub')
    await reader.page.getByRole('button', { name: 'Delete Hub of Ada' }).press('Enter')
  },
  'confirm-command': async ({ reader }) => {
    await goTo(reader.page, '/settings/feeds')
    await reader.page.getByRole('checkbox').first().press('Space')
    await reader.page.getByRole('button', { name: 'Unfollow' }).first().press('Enter')
  },
  'power/tip': command('entry:tip'),
  'power/boost': command('power:boost'),
  'power/withdraw': command('power:withdraw'),
  'digests/edit': command('digests:make'),
  'digests/preview': chosenDigest('Preview a digest'),
  'digests/podcast': chosenDigest('Podcast feed of a digest…'),
  'digests/delete': chosenDigest('Delete a digest'),
  'ai/chat': command('ai:chat'),
  session: command('session:sign-in'),
  'sign-out': command('session:sign-out'),
  shortcuts: command('global:show-shortcuts'),
  'key-log': command('keys:why'),
  'context-keys': command('keys:inspect-context'),
}
