/** Matrix rows: feeds, rules, discovery, client APIs, devices, plugins and administration. */
import { createHash } from 'node:crypto'
import { addInvitation } from '../../../src/server/storage/accounts/invitations.ts'
import { AUTHORIZATION } from '../authorization.ts'
import { seedFeed, seedSubscription } from '../library.ts'
import { PASSWORD } from '../server.ts'
import { seedUser, testId } from '../storage.ts'
import { hasPayments } from '../plugin-contract.ts'
import { MARK, allOthers, forAdmins, plain, type Bad, type Rows } from './row.ts'
import { browserAt, type Fixtures } from './fixtures.ts'

/** The smallest possible PNG. */
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
const rules = [{ name: 'Stars', condition: [], result: { star: true } }]
const RULE = { scope: 'all', maxAgeDays: 30, maxEntries: null }
const OWN_RULE = { kind: 'folder', name: 'News', maxAgeDays: 30, maxEntries: null } as const
const PLAIN_REQUEST = {
  userAgent: null,
  proxy: null,
  username: null,
  allowsInsecure: false,
  ignoresEdits: false,
}
const noted = (field: string) => ({ name: 'Half', condition: [{ field }], result: {} })

/** A mark of a token on an unknown entry. */
async function ownTokenUse({ server, people }: Fixtures): Promise<string> {
  const id = testId()
  await server.storage.db
    .insertInto('tokenUses')
    .values({
      id,
      userId: people.ada.id,
      tokenId: testId(),
      tokenName: MARK,
      entrance: 'api',
      call: 'reads.mark',
      count: 1,
      undo: JSON.stringify([['reads.unmark', { entryIds: ['1'] }]]),
      undoneAt: null,
      at: 0,
    })
    .execute()
  return id
}

async function ownPublication({ people }: Fixtures): Promise<string> {
  const body = { kind: 'stars', title: 'Stars', withNotes: false, withInboxes: false }
  const response = await people.ada.request('/publications', { method: 'POST', body })
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** A folder of Ada's with one feed. Ends those of earlier calls, as their number is limited. */
async function ownSharedFolder({ server, people, feed }: Fixtures, title = MARK): Promise<string> {
  const post = async (path: string, body: unknown) =>
    (await (await people.ada.request(path, { method: 'POST', body })).json()) as { data: { id: string } }
  await endEarlierFolders(server)
  const { id } = (await post('/shared-folders', { title })).data
  await post('/shared-folders/feeds', { id, feedIds: [feed] })
  return id
}

async function endEarlierFolders({ storage: { db } }: Fixtures['server']): Promise<void> {
  const rows = await db.selectFrom('sharedFolders').select('id').orderBy('createdAt', 'desc').execute()
  const ids = rows.slice(10).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('sharedFolders').where('id', 'in', ids).execute()
}

async function sharedInvitation(
  world: Fixtures,
): Promise<{ id: string; token: string; invitationId: string }> {
  const id = await ownSharedFolder(world, 'Family')
  const { ada } = world.people
  const response = await ada.request('/shared-folders/invitations', { method: 'POST', body: { id } })
  const { data } = (await response.json()) as { data: { path: string } }
  const { id: invitationId } = await world.server.storage.db
    .selectFrom('sharedFolderInvitations')
    .select('id')
    .where('folderId', '=', id)
    .executeTakeFirstOrThrow()
  return { id, token: data.path.split('/').at(-1) ?? '', invitationId }
}

const BUNDLE = JSON.stringify({
  format: 'lectern-plugin-1',
  manifest: {
    id: 'shared',
    version: '1.0.0',
    api: '1.3',
    enabledBy: 'on',
    settings: { on: { type: 'boolean', default: false } },
    permissions: [],
  },
  locales: { en: { name: 'Shared' } },
  client: 'lectern.start({ start() {} })',
})
/** Nobody listens there. */
const NOTHING = 'http://127.0.0.1:1/catalogue.json'
const BUNDLE_HASH = createHash('sha256').update(BUNDLE).digest('hex')

/** A plugin from elsewhere that all users have installed. */
async function sharedPlugin({ server, people }: Fixtures): Promise<string> {
  for (const { id: userId } of Object.values(people))
    await server.storage.db
      .insertInto('installedPlugins')
      .values({
        userId,
        plugin: 'shared',
        address: null,
        hash: BUNDLE_HASH,
        bundle: BUNDLE,
        granted: '[]',
        installedAt: 0,
        catalogue: null,
        previous: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return 'shared'
}

/** The refusal of a payment by a user with a second factor. */
const codes: Bad[] = [
  { label: 'no code', input: () => ({ TOTPCode: undefined }), refusal: 'twoFactorCodeRequired' },
  { label: 'a wrong code', input: () => ({ TOTPCode: '000000' }), refusal: 'invalidTwoFactorCode' },
]

export const findingRows: Rows<
  | `feeds.claim${'Message' | 'Challenge' | 'List'}`
  | `invitations.${'list' | 'limitation' | 'create' | 'use'}`
  | `feeds.${'get' | 'refresh' | 'check' | 'reset' | 'analytics' | 'known' | 'fetches'}`
  | `feedRequests.${'get' | 'update'}`
  | 'pageFeeds.inspect'
  | `discover.${'search' | 'catalogue' | 'recommendations'}`
  | 'trending.feeds'
  | 'pictures.sign'
  | `offline.${'measure' | 'signRecordings'}`
  | `actions.${'get' | 'put' | 'dryRun' | 'run' | 'runs' | 'undoRun' | 'acts' | 'hidden' | 'deliveries' | 'webhookSecret' | 'renewWebhookSecret'}`
  | 'jobs.list'
  | `appPasswords.${'list' | 'create' | 'delete'}`
  | `authorizations.${'get' | 'create'}`
  | `tokenUses.${'list' | 'undo'}`
  | `plugins.${'stored' | 'settings' | 'updateSettings' | 'call' | 'test' | 'signIn' | 'signOut' | 'saves' | 'recentSaves' | 'rules' | 'preview' | 'install' | 'installed' | 'bundle' | 'change' | 'remove' | 'fetch' | 'revert' | 'catalogues' | 'previewCatalogue' | 'addCatalogue' | 'removeCatalogue'}`
  | `messaging.${'list' | 'add' | 'remove' | 'test' | 'key'}`
  | 'live.listen'
  | `publications.${'list' | 'create' | 'update' | 'renew' | 'delete'}`
  | `sharedFolders.${'list' | 'marks' | 'create' | 'update' | 'delete' | 'choose' | 'invite' | 'withdraw' | 'invitation' | 'respond' | 'removeMember' | 'addFeeds' | 'removeFeed'}`
  | 'upload.avatar'
  | `data.${'send' | 'consent' | 'setConsent'}`
  | `metrics.${'get' | 'pools'}`
  | `probes.${'postgresql' | 'redis' | 'bullmq'}`
  | `retention.${'get' | 'update' | 'dryRun'}`
  | `admin.${'clean' | 'overview' | 'users' | 'updateUser' | 'deleteUser' | 'failingFeeds' | 'invitations' | 'deleteInvitation'}`
> = {
  'feeds.get': {
    good: ({ secretFeed }) => ({ id: secretFeed }),
    others: { ...allOthers('feedNotFound'), anonymous: 'feedNotFound' },
    unknown: { id: 'feedNotFound' },
    bad: [{ label: 'neither id nor address', input: () => ({}), refusal: 'feedIdOrUrlRequired' }],
  },
  'feeds.refresh': {
    good: ({ feed }) => ({ id: feed }),
    by: 'root',
    others: { ada: 'onlyAdminsRefresh', bob: 'onlyAdminsRefresh', tom: 'onlyAdminsRefresh' },
    unknown: { id: 'feedNotFound' },
  },
  'feeds.check': {
    good: ({ secretFeed }) => ({ ids: [secretFeed] }),
    unknown: { ids: 'done' },
  },
  'feeds.reset': {
    good: async ({ server, people }) => ({
      id: await seedFeed(server.storage, { ownerUserId: people.ada.id }),
    }),
    others: { bob: 'noPermission', tom: 'noPermission' },
    unknown: { id: 'feedNotFound' },
    // An admin may.
    shared: true,
  },
  'feeds.analytics': {
    good: ({ secretFeed }) => ({ id: [secretFeed] }),
    unknown: { id: 'invalidParameter' },
  },
  'feeds.known': { good: ({ secretUrl }) => ({ urls: [secretUrl] }) },
  'feeds.fetches': {
    good: ({ secretFeed }) => ({ id: secretFeed }),
    others: allOthers('feedNotFound'),
    unknown: { id: 'feedNotFound' },
  },
  'feedRequests.get': {
    good: ({ secretFeed }) => ({ id: secretFeed }),
    others: allOthers('feedNotFound'),
    unknown: { id: 'feedNotFound' },
  },
  'feedRequests.update': {
    good: async ({ server, people }) => {
      const id = await seedFeed(server.storage)
      await seedSubscription(server.storage, people.ada.id, id)
      return { id, ...PLAIN_REQUEST, password: 'word', cookie: 'a=b' }
    },
    others: allOthers('feedNotFound'),
    unknown: { id: 'feedNotFound' },
    bad: [
      {
        label: 'a header that is two',
        input: ({ feed }) => ({ id: feed, ...PLAIN_REQUEST, cookie: 'a=b\r\nx-more: 1' }),
        refusal: 'invalidParameter',
      },
      {
        label: 'a proxy with a password',
        input: ({ feed }) => ({ id: feed, ...PLAIN_REQUEST, proxy: 'http://ada:word@proxy.example' }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'pageFeeds.inspect': {
    good: () => ({ url: 'https://site.example/news', usesFetcher: false }),
    bad: [
      {
        label: 'an address of no page',
        input: () => ({ url: 'file:///etc/passwd' }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'discover.search': { good: () => ({ keyword: MARK }) },
  'discover.catalogue': plain,
  'discover.recommendations': plain,
  'offline.measure': {
    good: () => ({ q: 'is:unread' }),
    bad: [{ label: 'a query that is none', input: () => ({ q: 'is:' }), refusal: 'invalidParameter' }],
  },
  'offline.signRecordings': { good: () => ({ urls: ['http://recordings.example/a.mp3'] }) },
  'pictures.sign': { good: () => ({ urls: ['http://pictures.example/a.png'] }) },
  'trending.feeds': { good: () => ({ view: 0, range: '30d', limit: 20 }) },

  'actions.get': plain,
  'actions.put': {
    good: () => ({ rules }),
    bad: [
      {
        label: 'half a condition',
        input: () => ({ rules: [noted('entry_title')] }),
        refusal: 'unprocessable',
      },
      {
        label: 'too many',
        input: () => ({ rules: Array.from({ length: 11 }, () => rules[0]) }),
        refusal: 'actionLimit',
      },
    ],
  },
  'actions.dryRun': {
    good: ({ feed }) => ({ rules, feedId: feed }),
    unknown: { feedId: 'done' },
    bad: [
      { label: 'a field of nothing', input: () => ({ rules: [noted('weather')] }), refusal: 'unprocessable' },
    ],
  },
  'actions.run': { good: () => ({ rules }) },
  'actions.runs': plain,
  'actions.undoRun': {
    good: ({ run }) => ({ run }),
    others: allOthers('notFound'),
    unknown: { run: 'notFound' },
  },
  'actions.acts': { good: ({ secretEntry }) => ({ entryId: secretEntry }), unknown: { entryId: 'done' } },
  'actions.hidden': plain,
  'actions.deliveries': plain,
  'actions.webhookSecret': plain,
  // Users who saved rules before Ada have one as well.
  'actions.renewWebhookSecret': plain,

  'appPasswords.list': plain,
  'appPasswords.create': {
    // Ada has a second factor, Bob only a password.
    by: 'bob',
    good: () => ({ name: 'Phone', password: PASSWORD }),
    others: { ada: 'twoFactorCodeRequired' },
    bad: [
      { label: 'no password', input: () => ({ name: 'Phone' }), refusal: 'passwordRequired' },
      {
        label: 'a wrong password',
        input: () => ({ name: 'Phone', password: 'wrong horse battery' }),
        refusal: 'invalidPassword',
      },
    ],
  },
  'authorizations.get': {
    good: () => AUTHORIZATION,
    bad: [
      {
        label: 'an unknown program',
        input: () => ({ ...AUTHORIZATION, clientId: 'unknown' }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'authorizations.create': {
    by: 'bob',
    good: () => ({ ...AUTHORIZATION, scopes: ['read'], password: PASSWORD }),
    others: { ada: 'twoFactorCodeRequired' },
    bad: [
      {
        label: 'no password',
        input: () => ({ ...AUTHORIZATION, scopes: ['read'] }),
        refusal: 'passwordRequired',
      },
    ],
  },
  'tokenUses.list': plain,
  'jobs.list': plain,
  'tokenUses.undo': {
    good: async (world) => ({ id: await ownTokenUse(world) }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'publications.list': plain,
  'publications.create': {
    good: () => ({ kind: 'stars', name: null, title: 'Stars', withNotes: false, withInboxes: false }),
  },
  'publications.update': {
    good: async (world) => ({ id: await ownPublication(world), title: 'Other' }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'publications.renew': {
    good: async (world) => ({ id: await ownPublication(world) }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'publications.delete': {
    good: async (world) => ({ id: await ownPublication(world) }),
    unknown: { id: 'done' },
  },
  'sharedFolders.list': plain,
  'sharedFolders.marks': plain,
  'sharedFolders.create': {
    good: async ({ server }) => {
      await endEarlierFolders(server)
      return { title: 'Together', category: null }
    },
  },
  'sharedFolders.update': {
    good: async (world) => ({ id: await ownSharedFolder(world), title: 'Other' }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'sharedFolders.delete': {
    good: async (world) => ({ id: await ownSharedFolder(world) }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'sharedFolders.choose': {
    good: async (world) => ({ id: await ownSharedFolder(world), sharesStars: true }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'sharedFolders.invite': {
    good: async (world) => ({ id: await ownSharedFolder(world), handle: 'carol' }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound' },
  },
  'sharedFolders.withdraw': {
    good: async (world) => {
      const { id, invitationId } = await sharedInvitation(world)
      return { id, invitationId }
    },
    others: allOthers('notFound'),
    unknown: { id: 'notFound', invitationId: 'done' },
  },
  // Whoever has the link sees what it is for, and by whom.
  'sharedFolders.invitation': {
    good: async (world) => ({ token: (await sharedInvitation(world)).token }),
    bad: [{ label: 'a guess', input: () => ({ token: 'guessed' }), refusal: 'sharedInvitationOver' }],
  },
  'sharedFolders.respond': {
    by: 'bob',
    good: async (world) => ({ token: (await sharedInvitation(world)).token, accept: true }),
    unknown: { invitationId: 'sharedInvitationOver' },
    shared: true,
  },
  'sharedFolders.removeMember': {
    by: 'bob',
    good: async (world) => {
      const { id, token } = await sharedInvitation(world)
      const body = { token, accept: true }
      await world.people.bob.request('/shared-folders/invitation', { method: 'POST', body })
      return { id, userId: world.people.bob.id }
    },
    others: { ada: 'done', tom: 'notFound', root: 'notFound' },
    unknown: { id: 'notFound', userId: 'noPermission' },
    shared: true,
  },
  'sharedFolders.addFeeds': {
    good: async (world) => ({ id: await ownSharedFolder(world), feedIds: [world.feed] }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound', feedIds: 'feedNotShareable' },
    bad: [
      {
        label: 'a private feed',
        input: async (world) => ({ id: await ownSharedFolder(world), feedIds: [world.secretFeed] }),
        refusal: 'feedNotShareable',
      },
    ],
  },
  'sharedFolders.removeFeed': {
    good: async (world) => ({ id: await ownSharedFolder(world), feedId: world.feed }),
    others: allOthers('notFound'),
    unknown: { id: 'notFound', feedId: 'done' },
  },
  'appPasswords.delete': { good: ({ password }) => ({ id: password }), unknown: { id: 'done' } },

  'plugins.stored': { good: () => ({}) },
  'plugins.settings': {
    good: () => ({ plugin: 'beacon' }),
    bad: [{ label: 'a plugin of nothing', input: () => ({ plugin: 'nothing' }), refusal: 'notFound' }],
  },
  'plugins.updateSettings': {
    good: () => ({ plugin: 'beacon', values: { name: MARK } }),
    bad: [
      { label: 'a plugin of nothing', input: () => ({ plugin: 'nothing' }), refusal: 'notFound' },
      {
        label: 'a setting of nothing',
        input: () => ({ plugin: 'beacon', values: { colour: 'red' } }),
        refusal: 'invalidSettingPayload',
      },
    ],
  },
  'plugins.call': {
    good: () => ({ plugin: 'beacon', call: 'greet', input: {} }),
    bad: [
      {
        label: 'a call of nothing',
        input: () => ({ plugin: 'beacon', call: 'nothing' }),
        refusal: 'notFound',
      },
      {
        label: 'an input that the plugin does not take',
        input: () => ({ plugin: 'beacon', call: 'save', input: {} }),
        refusal: 'invalidParameter',
      },
    ],
  },

  'plugins.test': {
    good: () => ({ plugin: 'beacon', title: 'A test entry' }),
    bad: [
      { label: 'a plugin of nothing', input: () => ({ plugin: 'nothing', title: 'A' }), refusal: 'notFound' },
      {
        label: 'a plugin that saves nothing',
        input: () => ({ plugin: 'quiet', title: 'A test entry' }),
        refusal: 'notFound',
      },
    ],
  },
  'plugins.signIn': {
    good: () => ({ plugin: 'beacon' }),
    bad: [
      { label: 'a plugin of nothing', input: () => ({ plugin: 'nothing' }), refusal: 'notFound' },
      { label: 'a plugin without a sign-in', input: () => ({ plugin: 'quiet' }), refusal: 'notFound' },
    ],
  },
  'plugins.signOut': {
    good: () => ({ plugin: 'beacon' }),
    bad: [{ label: 'a plugin of nothing', input: () => ({ plugin: 'nothing' }), refusal: 'notFound' }],
  },
  'plugins.preview': {
    good: () => ({ bundle: BUNDLE }),
    bad: [
      { label: 'a text that is no bundle', input: () => ({ bundle: '{}' }), refusal: 'pluginUnreadable' },
    ],
  },
  'plugins.install': {
    good: () => ({ bundle: BUNDLE, hash: BUNDLE_HASH, granted: [] }),
    bad: [
      {
        label: 'another bundle than the one of the hash',
        input: () => ({ bundle: BUNDLE, hash: '0'.repeat(64), granted: [] }),
        refusal: 'pluginChanged',
      },
    ],
  },
  'plugins.installed': plain,
  'plugins.bundle': {
    good: async (world) => ({ plugin: await sharedPlugin(world) }),
    unknown: { plugin: 'notFound' },
  },
  'plugins.change': {
    good: async (world) => ({ plugin: await sharedPlugin(world), granted: [] }),
    bad: [
      {
        label: 'a plugin of nothing',
        input: () => ({ plugin: 'nothing', granted: [] }),
        refusal: 'notFound',
      },
    ],
  },
  'plugins.fetch': {
    good: () => ({ plugin: 'beacon', url: 'https://example.org/' }),
    bad: [
      {
        label: 'a plugin of nothing',
        input: () => ({ plugin: 'nothing', url: 'https://example.org/' }),
        refusal: 'notFound',
      },
    ],
  },
  'plugins.remove': {
    good: async (world) => ({ plugin: await sharedPlugin(world) }),
    unknown: { plugin: 'done' },
  },

  'plugins.revert': {
    good: async (world) => ({ plugin: await sharedPlugin(world) }),
    refused: 'pluginHasNoPrevious',
    others: allOthers('pluginHasNoPrevious'),
    bad: [{ label: 'a plugin of nothing', input: () => ({ plugin: 'nothing' }), refusal: 'notFound' }],
  },
  'plugins.catalogues': plain,
  'plugins.previewCatalogue': {
    good: () => ({ address: NOTHING }),
    refused: 'pluginUnreachable',
    others: allOthers('pluginUnreachable'),
  },
  'plugins.addCatalogue': {
    good: () => ({ address: NOTHING, key: 'key' }),
    refused: 'pluginUnreachable',
    others: allOthers('pluginUnreachable'),
  },
  'plugins.removeCatalogue': { good: () => ({ address: NOTHING }) },
  'plugins.rules': plain,
  'plugins.recentSaves': plain,
  'plugins.saves': { good: ({ secretEntry }) => ({ entryId: secretEntry }), unknown: { entryId: 'done' } },

  'messaging.list': plain,
  'messaging.add': {
    good: (world) => ({ channel: 'desktop', token: browserAt(`${world.site.url}/${world.fresh()}`) }),
  },
  'messaging.remove': { good: () => ({ channel: 'desktop' }) },
  'messaging.test': { good: () => ({ channel: 'web' }), others: allOthers('unprocessable') },
  'messaging.key': plain,
  'live.listen': { good: () => ({ client: 'one' }) },
  'upload.avatar': { good: () => ({ file: PICTURE }) },
  'data.send': { good: () => ({ events: [{ name: 'opened', params: { at: 1 } }] }) },
  'data.consent': plain,
  'data.setConsent': { good: () => ({ allowed: true }) },

  'metrics.get': { ...plain, ...forAdmins },
  'metrics.pools': { ...plain, ...forAdmins },
  'probes.postgresql': { ...plain, ...forAdmins },
  'probes.redis': { ...plain, ...forAdmins },
  'probes.bullmq': { ...plain, ...forAdmins },
  'admin.clean': { ...plain, ...forAdmins },
  // Only the ledger creates POWER (contract/operations.ts), so the admin is refused as well.
  'admin.overview': { ...plain, ...forAdmins },
  'admin.users': { good: () => ({ q: 'nobody is called so' }), ...forAdmins },
  'admin.updateUser': {
    good: async ({ server }) => ({ id: await seedUser(server.storage), role: 'trial' as const }),
    ...forAdmins,
    unknown: { id: 'userNotFound' },
  },
  'admin.deleteUser': {
    good: async ({ server }) => ({ id: await seedUser(server.storage) }),
    ...forAdmins,
    unknown: { id: 'userNotFound' },
  },
  'retention.get': { ...plain, ...forAdmins },
  'retention.update': {
    // A rule for an unknown feed deletes nothing.
    good: () => ({ rules: [{ scope: 'nowhere', maxAgeDays: 30, maxEntries: null }], own: [OWN_RULE] }),
    ...forAdmins,
    bad: [
      {
        label: 'two rules for all feeds',
        input: () => ({ rules: [RULE, RULE] }),
        refusal: 'invalidParameter',
      },
      {
        label: 'an age of nothing',
        input: () => ({ rules: [{ ...RULE, maxAgeDays: 0 }] }),
        refusal: 'invalidParameter',
      },
      {
        label: 'two rules for one folder',
        input: () => ({ rules: [], own: [OWN_RULE, OWN_RULE] }),
        refusal: 'invalidParameter',
      },
      {
        label: 'a query that cannot be read',
        input: () => ({ rules: [], own: [{ ...OWN_RULE, kind: 'query', name: 'title:' }] }),
        refusal: 'invalidParameter',
      },
    ],
  },
  'retention.dryRun': { good: () => ({ rules: [RULE], own: [OWN_RULE] }), ...forAdmins },
  'admin.failingFeeds': { ...plain, ...forAdmins },
  'admin.invitations': { ...plain, ...forAdmins },
  'admin.deleteInvitation': {
    good: async (world) => ({ code: await unusedInvitation(world) }),
    ...forAdmins,
    bad: [{ label: 'an unknown code', input: () => ({ code: 'nowhere' }), refusal: 'invitationNotFound' }],
  },
  'feeds.claimMessage': {
    good: ({ feed }) => ({ feedId: feed }),
    unknown: { feedId: 'feedNotFound' },
    bad: [],
  },
  'feeds.claimChallenge': {
    good: async ({ server }) => ({ feedId: await seedFeed(server.storage) }),
    others: allOthers('ownershipChallengeFailed'),
    unknown: { feedId: 'feedNotFound' },
  },
  'feeds.claimList': plain,
  'invitations.list': plain,
  'invitations.limitation': plain,
  'invitations.create': {
    good: (world) => ({ TOTPCode: world.code() }),
    others: { tom: 'trialNoPermission' },
    bad: hasPayments ? codes : [],
  },
  'invitations.use': {
    good: async (world) => ({ code: await unusedInvitation(world) }),
    by: 'tom',
    others: { ada: 'invitationExists', bob: 'invitationExists', root: 'invitationExists' },
    bad: [{ label: 'a code of nothing', input: () => ({ code: 'nothing' }), refusal: 'invitationNotFound' }],
    // He is on trial from here on.
    after: ({ server, people }) =>
      server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', people.tom.id).execute(),
  },
}

/** @returns the code */
async function unusedInvitation({ server, people, fresh }: Fixtures): Promise<string> {
  const code = fresh()
  await addInvitation(server.storage.db, { code, fromUserId: people.root.id, createdAt: 1, hash: null })
  return code
}
