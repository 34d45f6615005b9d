/** A server with one plugin and one entry, for tests of a plugin's server half. */
import { storePush } from '../../src/server/feeds/store/store-push.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { emailQueues } from '../../src/server/email/outgoing/send.ts'
import { createOutbound } from '../../src/server/outbound/index.ts'
import { createPlugins, type PluginParts } from '../../src/server/plugins/index.ts'
import type { FindPublicFile } from '../../src/server/plugins/public-files.ts'
import type { CompleteSignIn } from '../../src/server/plugins/sign-in/mount.ts'
import { builtInPlugins } from '../../src/server/plugins/load-manifests.ts'
import { loadPlugins } from '../../src/server/plugins/load.ts'
import { entriesRoutes } from '../../src/server/routes/entries.ts'
import { readsRoutes } from '../../src/server/routes/reads.ts'
import { collectionsRoutes } from '../../src/server/routes/collections.ts'
import { highlightsRoutes } from '../../src/server/routes/highlights.ts'
import { selectedEntries } from '../../src/server/routes/search.ts'
import type { Queues } from '../../src/server/jobs/runner.ts'
import { runJobs } from './jobs.ts'
import { beacon, quiet } from './beacon-plugin.ts'
import { addLabel } from '../../src/server/storage/entries/entry-labels.ts'
import { seedEntries, seedFeed, seedSubscription } from './library.ts'
import { startTestServer, type TestServer, type TestServerOptions, type TestUser } from './server.ts'
import { selectFeeds } from '../../src/server/storage/feeds/feed-schedule.ts'
import type { TestKind } from './storage.ts'

/** The entry that the user of the tests follows. */
const STORED = {
  title: 'A title',
  url: 'https://example.org/a',
  description: 'In short',
  author: 'Ada Lovelace',
  content: '<h2>One</h2><p>A <em>story</em>.</p>',
  publishedAt: Date.UTC(2026, 10, 1, 8),
} as const
const MEDIA = JSON.stringify([{ type: 'photo', url: 'https://example.org/a.png' }])

export type PluginServer = {
  readonly server: TestServer
  readonly user: TestUser
  readonly entryId: string
  /** @returns the response of the plugin's call, as the browser half receives it */
  call(name: string, input: unknown): Promise<unknown>
  save(input?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Changes settings and secrets of the plugin. */
  set(change: unknown): Promise<Response>
  /** Adds a label of the user to the entry. */
  label(name: string): Promise<void>
  /** Highlights a text of the entry, with a note. */
  highlight(text: string, note?: string): Promise<void>
  /** Changes the note of the highlight that has this one. */
  changeNote(from: string, to: string): Promise<void>
  /** Stars the entry. */
  star(): Promise<void>
  /** Puts the feed into a folder of the user. @param name empty: into none */
  setFolder(name: string): Promise<void>
  /** Another user, who follows the feed too. */
  signUpFollower(name: string): Promise<TestUser>
  /** Entries of the feed that the user follows are stored, and rules applied to them. */
  arrive(entries: readonly ParsedEntry[]): Promise<void>
  /** Sends the queued e-mails to the mail server. */
  deliver(): Promise<void>
  /** Of plugins. */
  readonly queues: Queues
  /** Runs the due jobs of plugins. @returns how many succeeded, and how many failed */
  runJobs(): Promise<{ done: number; failed: number }>
  close(): Promise<void>
}

type Options = Pick<TestServerOptions, 'env' | 'now' | 'listen' | 'feeds'> & Pick<PluginParts, 'halfTurnMs'>
/** A server with the queues of its plugins. */
export type ServerWithPlugins = { readonly server: TestServer; readonly queues: Queues }

/** @param options.only ids of plugins, also of `beacon-plugin.ts`; all built-in ones when absent, whose tables take ten times as long to create */
export async function startServerWithPlugins(
  kind: TestKind = 'sqlite',
  { only, ...options }: Options & { readonly only?: readonly string[] } = {},
): Promise<ServerWithPlugins> {
  let queues: Queues = {}
  let findPublicFile: FindPublicFile = async () => null
  let completeSignIn: CompleteSignIn = async () => false
  const server = await startTestServer({
    ...options,
    kind,
    findPublicFile: (name) => findPublicFile(name),
    completeSignIn: (returned) => completeSignIn(returned),
    routes: async (services) => {
      const loaded = await loadPlugins(builtInPlugins, (id, error) => {
        throw new Error(`${id} cannot be loaded`, { cause: error })
      })
      const created = await createPlugins(services, {
        plugins: only
          ? [...loaded, beacon, quiet].filter(({ manifest: { id } }) => only.includes(id))
          : loaded,
        outbound: createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern test' }),
        env: options.env ?? {},
        secret: 'a secret of the tests, long enough to seal with',
        readEntry: entriesRoutes['entries.get'],
        listHighlights: highlightsRoutes['highlights.list'],
        selectEntries: selectedEntries,
        changes: { ...readsRoutes, ...collectionsRoutes },
        halfTurnMs: options.halfTurnMs,
      })
      queues = created.queues
      findPublicFile = created.findPublicFile
      completeSignIn = created.completeSignIn
      return created.routes
    },
  })
  return { server, queues }
}

/** @param plugin that receives the calls @param options.others built-in plugins that are there, too */
export async function startPluginServer(
  plugin: string,
  kind: TestKind = 'sqlite',
  { others = [], ...options }: Options & { readonly others?: readonly string[] | 'all' } = {},
): Promise<PluginServer> {
  const only = others === 'all' ? undefined : [plugin, ...others]
  const { server, queues } = await startServerWithPlugins(kind, { ...options, ...(only && { only }) })
  const user = await server.signUp('saver')
  const feedId = await seedFeed(server.storage)
  await seedSubscription(server.storage, user.id, feedId)
  const [entryId = ''] = await seedEntries(server.storage, feedId, [{ ...STORED, media: MEDIA }])
  const call = async (name: string, input: unknown) => {
    const response = await user.request(`/plugins/${plugin}/calls/${name}`, {
      method: 'POST',
      body: { input },
    })
    // The contacted hosts have ports of the tests.
    const { data } = (await response.json()) as { data?: Record<string, unknown> }
    if (!data) return data
    const { contacted: _, ...answer } = data
    return answer
  }
  return {
    server,
    user,
    entryId,
    queues,
    call,
    save: (input = {}) => call('save', { entryId, ...input }),
    set: (body) => user.request(`/plugins/${plugin}/settings`, { method: 'PATCH', body }),
    async label(name) {
      const { now, newId } = server.services
      await addLabel(server.storage, user.id, { name, entryIds: [entryId] }, { now: now(), newId })
    },
    async highlight(exact, note) {
      const quote = { exact, prefix: '', suffix: '' }
      await user.request('/highlights', { method: 'POST', body: { entryId, quote, note } })
    },
    async changeNote(from, to) {
      const { data } = (await (await user.request('/highlights')).json()) as {
        data: readonly { readonly id: string; readonly note: string | null }[]
      }
      const { id } = data.find(({ note }) => note === from)!
      await user.request('/highlights', { method: 'PATCH', body: { id, note: to } })
    },
    star: async () => void (await user.request('/collections', { method: 'POST', body: { entryId } })),
    async setFolder(name) {
      const category = name || null
      await server.storage.db.updateTable('subscriptions').set({ category }).execute()
    },
    async signUpFollower(name) {
      const follower = await server.signUp(name)
      await seedSubscription(server.storage, follower.id, feedId)
      return follower
    },
    async arrive(entries) {
      const feed = await selectFeeds(server.storage.db).where('id', '=', feedId).executeTakeFirstOrThrow()
      const read = { entries } as unknown as Parameters<typeof storePush>[2]['read']
      await storePush(server.services, feed, { read, bytes: 0, began: server.services.now() })
    },
    deliver: async () =>
      void (await runJobs(server.storage, emailQueues(server.services), server.services.now())),
    runJobs: async () => {
      const { done, failed } = await runJobs(server.storage, queues, server.services.now())
      return { done: done.length, failed: failed.length }
    },
    close: () => server.close(),
  }
}
