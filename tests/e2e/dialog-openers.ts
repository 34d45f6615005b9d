/** How a user opens each dialog of the features, and what has to exist for that. */
import type { Browser, Page } from '@playwright/test'
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
  /** Of a list of another user. */
  readonly listId: string
}
type SceneInput = { readonly reader: Reader; readonly feeds: WrittenFeeds; readonly browser: Browser }

/**
 * Writes what the dialogs are about: two feeds in a folder, one followed privately; a list, an inbox and an RSSHub
 * instance of the user, who has a second factor; a list and an instance with a price of another user. The plugins with
 * dialogs are on, and the user has a digest.
 */
export async function prepareDialogs({ reader, feeds, browser }: SceneInput): Promise<DialogScene> {
  const post = <T>(by: Reader, path: string, body: object) => by.ask<T>(path, { method: 'POST', body })
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
  const follow = (by: Reader, name: string, isPrivate: boolean) =>
    post(by, '/subscriptions', { url: feeds.address(name), view: 0, category: 'Plants', isPrivate })
  await follow(reader, 'garden', false)
  await follow(reader, 'hidden', true)
  await post(reader, '/inboxes', { handle: 'letters', title: 'Letters' })
  await post(reader, '/lists', { title: 'Own list', view: 0, fee: 0 })

  const context = await browser.newContext()
  const other = new Reader(await context.newPage(), reader.url)
  await post(other, '/better-auth/sign-up/email', bea)
  const { data: list } = await post<{ data: { id: string } }>(other, '/lists', {
    title: 'List of Bea',
    view: 0,
    fee: 5,
  })
  const share = async (by: Reader, name: string, path: string) => {
    const { user } = await by.ask<{ user: { id: string } }>('/better-auth/get-session')
    const config = { ownerUserId: user.id, description: name, price: 6, userLimit: 10 }
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
  return { reader, entryPath: pathOf('Roses'), filmPath: pathOf('A film'), listId: list.id }
}

/** Goes to an address within the page, as a link does. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

type Opener = (scene: DialogScene) => Promise<void>
/** Runs a command, with its arguments in their order. */
const command =
  (title: string, ...answers: readonly string[]): Opener =>
  ({ reader }) =>
    reader.run(title, ...answers)
/** Runs a command on the subscription that is open. */
const onSubscription =
  (subscription: string, title: string): Opener =>
  async ({ reader }) => {
    await reader.run('Go to a subscription', subscription)
    await reader.run(title)
  }

async function useHubOfBea({ reader }: DialogScene): Promise<void> {
  await reader.run('Go to the RSSHub instances')
  await reader.page.getByRole('button', { name: 'Use Hub of Bea' }).press('Enter')
}

/** By the id of the dialog. Each begins at the entry of the scene. */
export const dialogOpeners: { readonly [Id in DialogId]: Opener } = {
  announcement: command("Read the server's announcement"),
  'claim-feed': command('Claim the feed', 'Garden'),
  'replace-feed': command('Find another address for a feed', 'Garden'),
  'edit-subscription': command('Edit a subscription', 'Garden'),
  'explain-feed': command('Why is this feed like this?', 'Garden'),
  'rename-folder': async ({ reader }) => {
    await reader.subscription('Plants').click()
    await reader.press('e')
  },
  'take-along': command('Take entries along offline'),
  'share-entry': command('Share'),
  'entry-pictures': command('Show the pictures'),
  note: command('Write a note on the entry'),
  'explain-entry': command('Why is this here, hidden, late or read?'),
  'entry-readers': command('Show who has read it'),
  'rule-acts': command('Which rule did this?'),
  'player-embed': async ({ reader, filmPath }) => {
    await goTo(reader.page, filmPath)
    await reader.title.filter({ hasText: 'A film' }).waitFor()
    await reader.run('Play')
  },
  'player-queue': async ({ reader }) => {
    await reader.run('Play')
    await reader.run('Show the queue of the player')
  },
  'first-run': command('Show the guide'),
  follow: command('Follow a feed'),
  'page-feed': command('Make a feed of a page'),
  'import-report': command('Import an OPML file'),
  'create-inbox': command('Create an inbox'),
  'edit-inbox': onSubscription('Letters', 'Show the inbox’s address and secret'),
  'delete-inbox': onSubscription('Letters', 'Delete the inbox'),
  invitation: command('Enter an invitation code'),
  'follow-list': ({ reader, listId }) =>
    reader.run('Follow a list', `${reader.url}/timeline/view-0/list-${listId}/pending`),
  'edit-list': command('Create a list'),
  'list-feeds': onSubscription('Own list', 'Feeds of the list'),
  'delete-list': onSubscription('Own list', 'Delete the list'),
  'show-private-feeds': command('Add to a list', 'Hidden', 'Own list'),
  profile: command('Show a user’s profile', '@ada'),
  'rsshub/edit': command('Add an RSSHub instance'),
  'rsshub/use': useHubOfBea,
  code: async (scene) => {
    await useHubOfBea(scene)
    await scene.reader.page.getByRole('button', { name: 'Pay 6 POWER' }).press('Enter')
  },
  'rsshub/delete': async ({ reader }) => {
    await reader.run('Go to the RSSHub instances')
    await reader.page.getByRole('button', { name: 'Delete Hub of Ada' }).press('Enter')
  },
  'confirm-command': async ({ reader }) => {
    await reader.run('Settings: feeds')
    await reader.page.getByRole('checkbox').first().press('Space')
    await reader.page.getByRole('button', { name: 'Unfollow' }).first().press('Enter')
  },
  'power/tip': command('Tip the entry'),
  'power/boost': command('Boost the feed'),
  'power/withdraw': command('Withdraw POWER'),
  'digests/edit': command('Make a digest…'),
  'digests/preview': command('Preview a digest', 'Morning'),
  'digests/podcast': command('Podcast feed of a digest…', 'Morning'),
  'digests/delete': command('Delete a digest', 'Morning'),
  'ai/chat': command('Ask about this entry'),
  session: command('Sign in'),
  'sign-out': command('Sign out'),
  shortcuts: command('Show the keyboard shortcuts'),
  'key-log': command('Why did that key do nothing?'),
  'context-keys': command('Inspect the context keys'),
}
