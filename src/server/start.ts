/** Assembles the server: database, accounts, feeds, jobs, and the port. */
import type { ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { requireOtherWay } from './accounts/local-sign-in.ts'
import { scryptPasswords } from './accounts/passwords.ts'
import { readSecret } from './accounts/secret.ts'
import { ensureAdmin } from './accounts/sign-up.ts'
import { actionQueues } from './actions/queues.ts'
import { sealWebhooks } from './actions/seal-webhooks.ts'
import { createPluginCommands } from './access/plugin-commands.ts'
import { createPluginRankings } from './access/plugin-rankings.ts'
import { createRulePlugins } from './actions/rule-plugins.ts'
import { nightlyBackups } from './backup/nightly.ts'
import type { Config } from './config.ts'
import { createFeedFields } from './feeds/feed-fields.ts'
import { createFeedSchemes } from './feeds/fetch/schemes.ts'
import { createPayments } from './accounts/payments.ts'
import { createFeeds, sealAddresses } from './feeds/index.ts'
import { createServer } from './server.ts'
import type { Services } from './http/routes.ts'
import { housekeeping } from './housekeeping.ts'
import { iconQueue } from './icons/icons.ts'
import { createRunner } from './jobs/runner.ts'
import { listen } from './http/listen.ts'
import { lockFolder } from './lock.ts'
import { emailQueues } from './email/outgoing/send.ts'
import { createLive } from './live/live.ts'
import { createLog, type Log } from './log.ts'
import type { MailServer } from './email/incoming/listener.ts'
import { pushQueues, notifyOfEntry } from './messaging/queue.ts'
import { firstFetches } from './opml/first-fetch.ts'
import { createOutbound, userAgentOf, type Outbound } from './outbound/index.ts'
import { createParsing } from './parsing/parsing.ts'
import { createPictures } from './pictures/pictures.ts'
import { createRecordings } from './recordings/recordings.ts'
import { createThreads } from './threads/threads.ts'
import { connectOrigins } from './plugins/environment.ts'
import { createPlugins } from './plugins/index.ts'
import { builtInPlugins } from './plugins/load-manifests.ts'
import { loadPlugins } from './plugins/load.ts'
import { ageingQueue } from './ageing/ageing.ts'
import { retentionQueue } from './retention/retention.ts'
import { entriesRoutes } from './routes/entries.ts'
import { readsRoutes } from './routes/reads.ts'
import { collectionsRoutes } from './routes/collections.ts'
import { highlightsRoutes } from './routes/highlights.ts'
import { selectedEntries } from './routes/search.ts'
import { routes } from './routes/index.ts'
import { soleProcess, acquireProcessLease, type ProcessLease } from './cluster/process-lease.ts'
import { createAccountRoom } from './storage/accounts/account-room.ts'
import { openStorage, type Storage } from './storage/open.ts'
import { createStoredSecrets, sealOpenSecrets } from './storage/engine/stored-secrets.ts'

export type Started = {
  /** Takes no new work, finishes or requeues what runs; done within {@link STOP_MS}. */
  readonly stop: () => Promise<void>
}

/** Timeout for running work; the process has to exit 10 s after its signal. */
const STOP_MS = 6000
const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** The full server. @throws with a readable message when it cannot start, having closed everything it opened */
export async function startServer(config: Config): Promise<Started & { readonly url: string }> {
  const worker = await startWorker(config)
  let mail: MailServer | null = null
  try {
    await requireOtherWay(worker.services.storage, config)
    const parts = {
      routes: { ...routes, ...worker.plugins.routes },
      secret: readSecret(config.DATA_DIR),
      dist: DIST,
      connect: worker.plugins.connect,
      findPublicFile: worker.plugins.findPublicFile,
      completeSignIn: worker.plugins.completeSignIn,
    }
    if (config.SMTP_LISTEN) {
      const { startMailServer } = await import('./email/incoming/listener.ts')
      mail = await startMailServer(worker.services, config.SMTP_LISTEN)
    }
    const server = await listen(createServer(worker.services, parts).fetch, config)
    const stop = async () => {
      // Streams never end by themselves, and a server waits for its responses.
      worker.services.live.stop()
      await Promise.all([closed(server), mail?.stop(), worker.stopWork()])
      await worker.close()
    }
    return { url: urlOf(config, server), stop }
  } catch (error) {
    await mail?.stop()
    await worker.stopWork()
    await worker.close()
    throw error
  }
}

type Plugins = Awaited<ReturnType<typeof createPlugins>> & { readonly connect: readonly string[] }

/** The server halves of the built-in plugins, with their jobs. */
async function startPlugins(services: Services, outbound: Outbound): Promise<Plugins> {
  const secret = readSecret(services.config.DATA_DIR)
  const plugins = await loadPlugins(builtInPlugins, (plugin, cause) =>
    services.log.error('A plugin cannot be loaded', { plugin, cause }),
  )
  const connect = connectOrigins(
    plugins.map(({ manifest }) => manifest),
    process.env,
  )
  const parts = {
    plugins,
    env: process.env,
    outbound,
    secret,
    readEntry: entriesRoutes['entries.get'],
    listHighlights: highlightsRoutes['highlights.list'],
    selectEntries: selectedEntries,
    changes: { ...readsRoutes, ...collectionsRoutes },
  }
  return { ...(await createPlugins(services, parts)), connect }
}

type Worker = Started & {
  readonly services: Services
  readonly plugins: Plugins
  readonly stopWork: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Everything but the web server: fetches feeds and runs jobs. @throws with a readable message when it cannot start */
export async function startWorker(config: Config): Promise<Worker> {
  const unlock = config.DATABASE_URL ? () => undefined : lockFolder(config.DATA_DIR)
  const { services, seat } = await openServices(config).catch((error: unknown) => {
    unlock()
    throw error
  })
  const { storage, log, now, feeds } = services
  // Plugins have connections of their own: a slow one must not block feeds.
  const outbound = createOutbound({ allow: config.FETCH_ALLOW, userAgent: userAgentOf(config.PUBLIC_URL) })
  const close = async () => {
    await outbound.close()
    await services.outbound.close()
    await services.pictures.close()
    await services.recordings.close()
    await services.threads.close()
    await services.parsing.close()
    await seat.close()
    await storage.close()
    unlock()
  }
  const plugins = await startPlugins(services, outbound).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const runner = createRunner({
    storage,
    log,
    now,
    queues: {
      ...housekeeping(services),
      ...actionQueues(services, [(notice) => notifyOfEntry(services, notice)]),
      ...pushQueues(services),
      ...firstFetches(services),
      ...iconQueue(services),
      ...emailQueues(services),
      ...nightlyBackups(services),
      ...retentionQueue(services),
      ...plugins.queues,
      ...ageingQueue(services),
    },
  })
  await ensureAdmin(storage)
  await sealOpenSecrets(storage, { table: 'inboxes', key: 'name', column: 'secret' }, services.secrets)
  await sealOpenSecrets(storage, { table: 'actions', key: 'userId', column: 'secret' }, services.secrets)
  await sealOpenSecrets(storage, { table: 'tokenUses', key: 'id', column: 'undo' }, services.secrets)
  await sealWebhooks(services)
  await sealAddresses(services)
  await runner.start()
  feeds.start()
  const stopWork = async () => void (await Promise.all([feeds.stop(), runner.stop(STOP_MS / 2)]))
  return { services, plugins, stopWork, close, stop: () => stopWork().then(close) }
}

async function openServices(config: Config): Promise<{ services: Services; seat: ProcessLease }> {
  const log = createLog(config.LOG_LEVEL)
  const storage = await openStorage({
    url: config.DATABASE_URL,
    dir: config.DATA_DIR,
    failed: (cause) => log.warn('A connection to the database was lost', { cause }),
  }).catch((error: unknown) => {
    const location = config.DATABASE_URL ? 'that DATABASE_URL names' : `in ${config.DATA_DIR}`
    throw new Error(`The database ${location} cannot be opened: ${messageOf(error)}`)
  })
  const seat = await seatOf(storage, log)
  const { FETCH_ALLOW: allow, PUBLIC_URL } = config
  const outbound = createOutbound({ allow, userAgent: userAgentOf(PUBLIC_URL) })
  const live = createLive({ storage, log, now: Date.now })
  const secret = readSecret(config.DATA_DIR)
  const secrets = createStoredSecrets(secret, 'secrets of inboxes and webhooks')
  const parsing = createParsing()
  const base = {
    config,
    storage,
    log,
    room: createAccountRoom(storage, { limit: config.ACCOUNT_MB * 1_000_000, now: Date.now }),
    rulePlugins: createRulePlugins(),
    pluginCommands: createPluginCommands(),
    pluginRankings: createPluginRankings(),
    live,
    passwords: scryptPasswords,
    feedSchemes: createFeedSchemes(),
    addedConfigs: {},
    payments: createPayments(storage),
    feedFields: createFeedFields(),
    secrets,
    now: Date.now,
    newId: seat.newId,
    outbound,
    parsing,
    pictures: createPictures({ config, secret, now: Date.now }),
    threads: createThreads({ config, parsing, now: Date.now }),
    recordings: createRecordings({ config, secret }),
  }
  return { services: { ...base, feeds: createFeeds({ ...base, turn: seat.turn }) }, seat }
}

/** Processes on one PostgreSQL must not create the same ids, nor exceed the request limit of a site together. */
async function seatOf(storage: Storage, log: Log): Promise<ProcessLease> {
  try {
    return storage.kind === 'postgres' ? await acquireProcessLease(storage, log) : soleProcess()
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** A refused connection to a name with two addresses is an AggregateError without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function urlOf({ HOST, SOCKET }: Config, server: ServerType): string {
  if (SOCKET) return `unix:${SOCKET}`
  const { port } = server.address() as AddressInfo
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Completes requests in flight, but does not wait for clients that keep sending. */
function closed(server: ServerType): Promise<void> {
  return new Promise((done) => {
    const impatient = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      STOP_MS / 2,
    )
    server.close(() => {
      clearTimeout(impatient)
      done()
    })
  })
}
