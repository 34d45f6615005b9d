/** Rows of the API matrix: reading, following, lists, inboxes, settings and users. */
import { inboxesOf, removeInbox } from '../../../src/server/storage/lists/inboxes.ts'
import { addList } from '../../../src/server/storage/lists/lists.ts'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../library.ts'
import { testId } from '../storage.ts'
import { MARK, allOthers, plain, type Rows } from './row.ts'
import { GATEWAY, type Fixtures } from './fixtures.ts'

const soon = () => new Date().toISOString()
/** An OPML file of one feed. */
export const opml = (address: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `<?xml version="1.0"?><opml version="2.0"><body><outline type="rss" text="A" xmlUrl="${address}"/></body></opml>`,
  )
const importedEntry = (guid: string) => ({
  url: null,
  guid,
  title: 'Roses',
  content: '<p>They need water.</p>',
  author: null,
  publishedAt: soon(),
  feedUrl: null,
  starred: true,
  read: true,
  labels: [],
  highlights: [],
})
const letter = (world: Fixtures) => ({ guid: world.fresh(), publishedAt: soon(), title: 'A letter' })
const mail = (world: Fixtures) => ({
  from: { name: 'Eve', address: 'eve@example.org' },
  to: { address: `${world.inbox}@inbox.example` },
  messageId: world.fresh(),
  subject: 'A letter',
  date: soon(),
  html: '<p>Hello</p>',
})
const opened = ({ inbox, inboxSecret }: Fixtures) => ({
  'x-follow-handle': inbox,
  'x-follow-secret': inboxSecret,
})

/** A feed that Ada follows for this request only. */
async function followed({ server, people }: Fixtures): Promise<string> {
  const feed = await seedFeed(server.storage)
  await seedSubscription(server.storage, people.ada.id, feed)
  return feed
}
/** A list that Ada creates for this request only; the limit of ten lists is not under test. */
async function ownList({ server, people }: Fixtures): Promise<string> {
  const row = { id: testId(), ownerUserId: people.ada.id, title: 'Short-lived', view: 0, fee: 0 }
  await addList(server.storage, { ...row, description: null, image: null, createdAt: NOON, updatedAt: NOON })
  return row.id
}
/** The limit of ten lists is not under test. */
async function withoutSpareLists({ server, people, list }: Fixtures): Promise<void> {
  const { db } = server.storage
  const spare = db
    .selectFrom('lists')
    .select('id')
    .where('ownerUserId', 'in', [people.ada.id, people.bob.id])
    .where('id', '<>', list)
  await db.deleteFrom('listSubscriptions').where('listId', 'in', spare).execute()
  await db.deleteFrom('lists').where('id', '<>', list).execute()
}

async function withoutSpareInboxes({ server, people, inbox }: Fixtures): Promise<void> {
  // On trial one inbox is allowed, and an import has created it.
  for (const { id } of [people.ada, people.tom])
    for (const row of await inboxesOf(server.storage, id))
      if (row.handle !== inbox) await removeInbox(server.storage, row)
}

/** A label of Ada's. */
async function freshLabel(world: Fixtures): Promise<string> {
  const name = world.fresh()
  await world.people.ada.request('/labels', { method: 'POST', body: { name } })
  return name
}

/** A highlight of Ada's. */
async function freshHighlight({ people, secretEntry, fresh }: Fixtures): Promise<string> {
  const id = fresh()
  const body = { id, entryId: secretEntry, quote: { exact: MARK, prefix: '', suffix: '' } }
  await people.ada.request('/highlights', { method: 'POST', body })
  return id
}

const queuedTrack = (entryId: string) => ({
  src: 'https://example.org/1.mp3',
  entryId,
  feedId: '1',
  title: 'Episode',
  mime: 'audio/mpeg',
  image: null,
  duration: 60,
  rank: 1,
  removed: false,
  at: 1,
})

/** An account file with one label. */
const ACCOUNT_FILE = [
  { lectern: 'account', version: 1 },
  { type: 'label', name: 'of the file', color: null },
  { type: 'end', records: 1 },
]
  .map((line) => JSON.stringify(line))
  .join('\n')

export const readingRows: Rows<
  | `session.${'get' | 'providers'}`
  | 'status.configs'
  | `settings.${'get' | 'update'}`
  | `profiles.${'get' | 'batch'}`
  | `subscriptions.${'list' | 'create' | 'update' | 'delete' | 'batch' | 'parseOpml' | 'import' | 'importStatus' | 'export'}`
  | 'imports.entries'
  | `accountFiles.${'export' | 'import'}`
  | `categories.${'list' | 'update' | 'delete'}`
  | `entries.${'list' | 'search' | 'readingList' | 'deleted' | 'get' | 'stream' | 'checkNew' | 'preview' | 'readability' | 'transcript' | 'chapters' | 'readHistories' | 'inboxList' | 'inboxGet' | 'inboxDelete'}`
  | `reads.${'counts' | 'mark' | 'unmark' | 'markAll' | 'unmarkAll' | 'older' | 'totalCount'}`
  | `collections.${'get' | 'add' | 'remove'}`
  | `labels.${'list' | 'create' | 'update' | 'delete' | 'restore' | 'add' | 'remove'}`
  | `highlights.${'list' | 'create' | 'update' | 'delete' | 'restore'}`
  | `positions.${'list' | 'update'}`
  | `queue.${'list' | 'update'}`
  | `threads.${'get' | 'see'}`
  | `lists.${'get' | 'list' | 'create' | 'update' | 'delete' | 'addFeeds' | 'removeFeed'}`
  | `inboxes.${'get' | 'list' | 'create' | 'update' | 'delete' | 'savePage' | 'webhook' | 'email'}`
> = {
  'session.get': plain,
  'session.providers': plain,
  'status.configs': plain,
  'settings.get': plain,
  'settings.update': {
    good: () => ({ tab: 'general', unreadOnly: true }),
    bad: [
      { label: 'a tab that is not there', input: () => ({ tab: 'nothing' }), refusal: 'invalidSettingTab' },
      {
        label: 'a value of another kind',
        input: () => ({ tab: 'general', unreadOnly: 'yes' }),
        refusal: 'invalidSettingPayload',
      },
      {
        label: 'a tab that grows too large',
        input: () => ({ tab: 'general', much: 'x'.repeat(70_000) }),
        refusal: 'settingPayloadTooLarge',
      },
    ],
  },
  'profiles.get': {
    good: ({ people }) => ({ id: people.ada.id }),
    unknown: { id: 'userNotFound' },
    bad: [{ label: 'neither id nor handle', input: () => ({}), refusal: 'invalidParameter' }],
  },
  'profiles.batch': { good: ({ people }) => ({ ids: [people.ada.id] }), unknown: { ids: 'done' } },
  'subscriptions.list': { good: ({ people }) => ({ userId: people.ada.id }), unknown: { userId: 'done' } },
  'subscriptions.create': {
    good: (world) => ({ url: `https://${world.fresh()}.example/feed`, view: 0 }),
    bad: [
      { label: 'nothing to follow', input: () => ({ view: 0 }), refusal: 'feedIdOrUrlRequired' },
      {
        label: 'a feed of nothing',
        input: ({ unknown }) => ({ feedId: unknown, view: 0 }),
        refusal: 'feedNotFound',
      },
      {
        label: 'a list of nothing',
        input: ({ unknown }) => ({ listId: unknown, view: 0 }),
        refusal: 'listNotFound',
      },
      { label: 'no address', input: () => ({ url: 'not an address', view: 0 }), refusal: 'feedFetchError' },
    ],
  },
  'subscriptions.update': {
    good: ({ secretFeed }) => ({ feedId: secretFeed, view: 1, title: MARK }),
    others: allOthers('feedNotFound'),
    unknown: { feedId: 'feedNotFound' },
    bad: [
      { label: 'nothing named', input: () => ({ view: 0 }), refusal: 'feedIdOrUrlRequired' },
      {
        label: 'a list not followed',
        input: ({ unknown }) => ({ listId: unknown, view: 0 }),
        refusal: 'listNotFound',
      },
    ],
  },
  'subscriptions.delete': {
    good: async (world) => ({ feedIdList: [await followed(world)] }),
    unknown: { feedIdList: 'done' },
    bad: [{ label: 'nothing named', input: () => ({}), refusal: 'feedIdOrUrlRequired' }],
  },
  'subscriptions.batch': {
    good: ({ secretFeed }) => ({ feedIds: [secretFeed], view: 0, category: MARK }),
    unknown: { feedIds: 'done' },
  },
  'subscriptions.parseOpml': { good: (world) => ({ file: opml(`https://${world.fresh()}.example/`) }) },
  'subscriptions.import': { good: (world) => ({ file: opml(`https://${world.fresh()}.example/`) }) },
  'subscriptions.importStatus': plain,
  'imports.entries': { good: (world) => ({ entries: [importedEntry(world.fresh())] }) },
  'accountFiles.export': plain,
  'accountFiles.import': { good: () => ({ file: new TextEncoder().encode(ACCOUNT_FILE) as never }) },
  'subscriptions.export': plain,
  'categories.list': plain,
  'categories.update': {
    good: ({ secretFeed }) => ({ feedIdList: [secretFeed], category: MARK }),
    unknown: { feedIdList: 'done' },
  },
  'categories.delete': {
    good: async (world) => ({ feedIdList: [await followed(world)], deleteSubscriptions: false }),
    unknown: { feedIdList: 'done' },
  },
  'entries.list': {
    good: ({ secretFeed }) => ({ view: 0, feedId: secretFeed }),
    unknown: { feedId: 'done' },
  },
  'entries.search': { good: ({ secretFeed }) => ({ q: `feed:${secretFeed}` }) },
  'entries.readingList': { good: () => ({ minutes: 60 }) },
  'entries.deleted': {
    good: () => ({}),
    bad: [{ label: 'no cursor', input: () => ({ cursor: 'nonsense' }), refusal: 'invalidParameter' }],
  },
  'entries.get': {
    good: ({ secretEntry }) => ({ id: secretEntry }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.stream': { good: ({ secretEntry }) => ({ ids: [secretEntry] }), unknown: { ids: 'done' } },
  'entries.checkNew': {
    good: ({ secretFeed }) => ({ insertedAfter: 0, feedId: secretFeed }),
    unknown: { feedId: 'done' },
  },
  'entries.preview': {
    good: ({ secretFeed }) => ({ id: secretFeed }),
    others: { ...allOthers('feedNotFound'), anonymous: 'feedNotFound' },
    unknown: { id: 'feedNotFound' },
  },
  'entries.readability': {
    good: ({ secretEntry }) => ({ id: secretEntry }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.transcript': {
    good: ({ secretEntry }) => ({ id: secretEntry }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.chapters': {
    good: ({ secretEntry }) => ({ id: secretEntry }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.readHistories': {
    good: ({ secretEntry }) => ({ id: secretEntry, size: 5 }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.inboxList': {
    good: ({ inbox }) => ({ inboxId: inbox }),
    others: allOthers('inboxPermissionDenied'),
    unknown: { inboxId: 'inboxNotFound' },
  },
  'entries.inboxGet': {
    good: ({ inboxEntry }) => ({ id: inboxEntry }),
    others: allOthers('entryNotFound'),
    unknown: { id: 'entryNotFound' },
  },
  'entries.inboxDelete': {
    good: async (world) => {
      const { feedId } = await world.server.storage.db
        .selectFrom('inboxes')
        .select('feedId')
        .where('userId', '=', world.people.ada.id)
        .executeTakeFirstOrThrow()
      const [entryId = ''] = await seedEntries(world.server.storage, feedId, [{}])
      return { entryId }
    },
    others: allOthers('entryNotFound'),
    unknown: { entryId: 'entryNotFound' },
  },
  'reads.counts': plain,
  'reads.mark': { good: ({ secretEntry }) => ({ entryIds: [secretEntry] }), unknown: { entryIds: 'done' } },
  'reads.unmark': { good: ({ secretEntry }) => ({ entryId: secretEntry }), unknown: { entryId: 'done' } },
  'reads.markAll': { good: ({ secretFeed }) => ({ feedId: secretFeed }), unknown: { feedId: 'done' } },
  'reads.unmarkAll': {
    good: async (world) => {
      const batch = world.fresh()
      const headers = { 'idempotency-key': batch }
      await world.people.ada.request('/reads/all', {
        method: 'POST',
        body: { feedId: world.secretFeed },
        headers,
      })
      return { batch }
    },
  },
  'reads.older': {
    good: ({ secretFeed }) => ({ feedIdList: [secretFeed], days: 1 }),
    unknown: { feedIdList: 'done' },
  },
  'reads.totalCount': plain,
  'collections.get': { good: ({ secretEntry }) => ({ entryId: secretEntry }), unknown: { entryId: 'done' } },
  'collections.add': {
    good: ({ secretEntry }) => ({ entryId: secretEntry, view: 0 }),
    others: allOthers('entryNotFound'),
    unknown: { entryId: 'entryNotFound' },
  },
  'collections.remove': {
    good: ({ secretEntry }) => ({ entryId: secretEntry }),
    unknown: { entryId: 'done' },
  },
  'labels.list': plain,
  'labels.create': {
    good: ({ fresh }) => ({ name: `work/${fresh()}`, color: 'red' }),
    bad: [{ label: 'an empty name', input: () => ({ name: ' / ' }), refusal: 'invalidParameter' }],
  },
  'labels.update': {
    good: async (world) => ({ name: await freshLabel(world), to: world.fresh(), color: 'blue' }),
    others: allOthers('labelNotFound'),
    bad: [
      {
        label: 'within itself',
        input: async (world) => {
          const name = await freshLabel(world)
          return { name, to: `${name}/inner` }
        },
        refusal: 'invalidParameter',
      },
      {
        label: 'a name that is taken',
        input: async (world) => ({ name: await freshLabel(world), to: await freshLabel(world) }),
        refusal: 'labelExists',
      },
    ],
    unknown: { name: 'labelNotFound' },
  },
  'labels.delete': {
    good: async (world) => ({ name: await freshLabel(world) }),
    others: allOthers('labelNotFound'),
    unknown: { name: 'labelNotFound' },
  },
  'labels.restore': {
    good: async (world) => ({ name: await freshLabel(world) }),
    others: allOthers('labelNotFound'),
    unknown: { name: 'labelNotFound' },
  },
  'labels.add': {
    good: ({ secretEntry }) => ({ name: 'later', entryIds: [secretEntry] }),
    unknown: { entryIds: 'done' },
  },
  'labels.remove': {
    good: ({ secretEntry }) => ({ name: 'later', entryIds: [secretEntry] }),
    unknown: { entryIds: 'done' },
  },
  'highlights.list': {
    good: ({ secretEntry }) => ({ entryId: secretEntry, q: MARK, changedSince: 0, limit: 10 }),
    bad: [
      {
        label: 'a cursor of another call',
        input: () => ({ cursor: 'x' }),
        refusal: 'invalidParameter',
      },
    ],
    unknown: { entryId: 'done' },
  },
  'highlights.create': {
    good: ({ secretEntry, fresh }) => ({
      id: fresh(),
      entryId: secretEntry,
      quote: { exact: MARK, prefix: 'before ', suffix: ' after' },
      position: { start: 7, end: 12 },
      color: 'green',
      note: MARK,
      createdAt: soon(),
    }),
    others: allOthers('entryNotFound'),
    bad: [
      {
        label: 'neither a text nor a note',
        input: ({ secretEntry }) => ({ entryId: secretEntry, note: ' ' }),
        refusal: 'highlightEmpty',
      },
      {
        label: 'a quotation of nothing',
        input: ({ secretEntry }) => ({
          entryId: secretEntry,
          quote: { exact: ' ', prefix: '', suffix: '' },
        }),
        refusal: 'invalidParameter',
      },
    ],
    unknown: { id: 'done', entryId: 'entryNotFound' },
  },
  'highlights.update': {
    good: async (world) => ({ id: await freshHighlight(world), color: 'pink', note: MARK }),
    others: allOthers('highlightNotFound'),
    bad: [
      {
        label: 'a colour that is none',
        input: async (world) => ({ id: await freshHighlight(world), color: 'mauve' }),
        refusal: 'invalidParameter',
      },
    ],
    unknown: { id: 'highlightNotFound' },
  },
  'highlights.delete': {
    good: async (world) => ({ id: await freshHighlight(world) }),
    others: allOthers('highlightNotFound'),
    unknown: { id: 'highlightNotFound' },
  },
  'highlights.restore': {
    good: async (world) => ({ id: await freshHighlight(world) }),
    others: allOthers('highlightNotFound'),
    unknown: { id: 'highlightNotFound' },
  },
  'positions.list': plain,
  'positions.update': {
    good: ({ secretEntry }) => ({ positions: [{ entryId: secretEntry, seconds: 61.5, at: 1 }] }),
    bad: [
      {
        label: 'a time before the start',
        input: ({ secretEntry }) => ({ positions: [{ entryId: secretEntry, seconds: -1, at: 1 }] }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'queue.list': plain,
  'queue.update': {
    good: ({ secretEntry }) => ({ tracks: [queuedTrack(secretEntry)] }),
    bad: [
      {
        label: 'an address that is none of the web',
        input: ({ secretEntry }) => ({
          tracks: [{ ...queuedTrack(secretEntry), src: 'file:///etc/passwd' }],
        }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'threads.get': {
    good: ({ secretEntry }) => ({ entryId: secretEntry }),
    others: allOthers('entryNotFound'),
    unknown: { entryId: 'entryNotFound' },
  },
  'threads.see': {
    good: ({ secretEntry }) => ({ entryId: secretEntry, at: 1 }),
    others: allOthers('entryNotFound'),
    unknown: { entryId: 'entryNotFound' },
  },
  'lists.get': { good: ({ list }) => ({ listId: list }), unknown: { listId: 'listNotFound' } },
  'lists.list': { good: ({ people }) => ({ userId: people.ada.id }), unknown: { userId: 'done' } },
  'lists.create': {
    good: async (world) => {
      await withoutSpareLists(world)
      return { title: 'Another', view: 0, fee: 0, description: 'Of many' }
    },
    others: { tom: 'trialNoPermission' },
    after: withoutSpareLists,
  },
  'lists.update': {
    good: ({ list }) => ({ listId: list, title: 'A list', view: 0, fee: 0 }),
    others: allOthers('listPermissionDenied'),
    unknown: { listId: 'listNotFound' },
  },
  'lists.delete': {
    good: async (world) => ({ listId: await ownList(world) }),
    others: allOthers('listPermissionDenied'),
    unknown: { listId: 'listNotFound' },
  },
  'lists.addFeeds': {
    good: async (world) => ({
      listId: world.list,
      feedId: await seedFeed(world.server.storage, { title: 'One more' }),
    }),
    others: allOthers('listPermissionDenied'),
    unknown: { listId: 'listNotFound', feedId: 'feedNotFound' },
    bad: [
      { label: 'no feed', input: ({ list }) => ({ listId: list }), refusal: 'invalidParameter' },
      {
        label: 'a feed that is in it',
        input: ({ list, feed }) => ({ listId: list, feedIds: [feed] }),
        refusal: 'feedAlreadyInList',
      },
      {
        label: 'a feed without public followers',
        input: ({ list, secretFeed }) => ({ listId: list, feedIds: [secretFeed] }),
        refusal: 'privateFeedInList',
      },
    ],
  },
  'lists.removeFeed': {
    good: ({ list, secretFeed }) => ({ listId: list, feedId: secretFeed }),
    others: allOthers('listPermissionDenied'),
    unknown: { listId: 'listNotFound', feedId: 'done' },
  },
  'inboxes.get': {
    good: ({ inbox }) => ({ handle: inbox }),
    others: allOthers('inboxPermissionDenied'),
    bad: [
      {
        label: 'an inbox of nothing',
        input: ({ unknown }) => ({ handle: unknown }),
        refusal: 'inboxNotFound',
      },
    ],
  },
  'inboxes.list': plain,
  'inboxes.create': {
    good: async (world) => {
      await withoutSpareInboxes(world)
      return { handle: world.fresh(), title: 'Letters' }
    },
    after: withoutSpareInboxes,
    bad: [
      { label: 'a handle that is taken', input: ({ inbox }) => ({ handle: inbox }), refusal: 'inboxExists' },
      { label: 'a reserved handle', input: () => ({ handle: 'postmaster' }), refusal: 'inboxExists' },
    ],
  },
  'inboxes.update': {
    good: ({ inbox }) => ({ handle: inbox, title: MARK }),
    others: allOthers('inboxPermissionDenied'),
    bad: [
      {
        label: 'an inbox of nothing',
        input: ({ unknown }) => ({ handle: unknown }),
        refusal: 'inboxNotFound',
      },
    ],
  },
  'inboxes.delete': {
    good: async (world) => {
      if ((await inboxesOf(world.server.storage, world.people.ada.id)).length > 7)
        await withoutSpareInboxes(world)
      const handle = world.fresh()
      await world.people.ada.request('/inboxes', { method: 'POST', body: { handle } })
      return { handle }
    },
    others: allOthers('inboxPermissionDenied'),
    bad: [
      {
        label: 'an inbox of nothing',
        input: ({ unknown }) => ({ handle: unknown }),
        refusal: 'inboxNotFound',
      },
    ],
  },
  'inboxes.savePage': {
    good: () => ({ url: 'http://127.0.0.1:9/nothing' }),
    bad: [
      {
        label: 'an address that is no web page',
        input: () => ({ url: 'file:///etc/passwd' }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'inboxes.webhook': {
    good: letter,
    headers: opened,
    shared: true,
    bad: [
      { label: 'no secret', input: letter, refusal: 'unauthorized', headers: () => ({}) },
      {
        label: 'another secret',
        input: letter,
        refusal: 'inboxPermissionDenied',
        headers: (world) => ({ ...opened(world), 'x-follow-secret': 'guessed' }),
      },
      {
        label: 'an inbox of nothing',
        input: letter,
        refusal: 'inboxPermissionDenied',
        headers: (world) => ({ ...opened(world), 'x-follow-handle': world.unknown }),
      },
    ],
  },
  'inboxes.email': {
    good: mail,
    others: { ...allOthers('inboxPermissionDenied'), anonymous: 'unauthorized' },
    bad: [
      {
        label: 'an unknown address, from the gateway',
        input: (world) => ({ ...mail(world), to: { address: 'nothing@inbox.example' } }),
        refusal: 'inboxNotFound',
        headers: () => ({ authorization: `Bearer ${GATEWAY}` }),
      },
    ],
  },
}
