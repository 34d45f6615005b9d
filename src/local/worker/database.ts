/**
 * The database of one owner: takes calls by name, runs each in one transaction, one after another. Long lists are cut into
 * slices with a transaction each, so that another call never waits long; each slice can be repeated without harm.
 */
import { callRules } from '../call-rules.ts'
import type { LocalAnswer, LocalArgument, LocalCallName, LocalNotice, StorageSettings } from '../calls.ts'
import { openDatabaseFile, rebuildDatabaseFile, type DatabaseFile } from './database-file.ts'
import { isDamage, messageOf } from './failure.ts'
import type { CallName, Handler } from './handlers.ts'
import type { MigrationSource } from './migration-source.ts'
import { openOutboxFile, type OutboxFile } from './outbox-file.ts'
import { callHandlers } from './call-handlers.ts'
import { MAX_ENTRIES, MAX_ENTRIES_IN_MEMORY } from './repositories/retention.ts'
import { bytesOf, emptied, type Folder } from './storage/file.ts'
import { ramFolder } from './storage/ram-file.ts'
import type { Sqlite } from './storage/sqlite.ts'
import { createMaintenance, yieldToEventLoop } from './maintenance.ts'

export type LocalDatabase = {
  /** @param asker the calling tab, where its notices have to name it */
  readonly run: <N extends LocalCallName>(
    name: N,
    argument: LocalArgument<N>,
    caller?: string,
  ) => Promise<LocalAnswer<N>>
  readonly persistent: boolean
  readonly close: () => Promise<void>
}
export type DatabaseOptions = {
  readonly sqlite: Sqlite
  readonly folder: Folder
  readonly migrations: MigrationSource
  readonly notify: (notice: LocalNotice) => void
  readonly maxEntries?: number
  /** ms until the first maintenance, for tests. */
  readonly restMs?: number
}

type Outcome = {
  readonly answer: unknown
  /** False where nothing changed: an equal value, as in most responses of a server. */
  readonly isNews: boolean
}

/** Opens the folder's database. Where that is impossible, one in memory takes its place and the user is notified. */
export async function openDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  const { sqlite, folder, migrations, notify } = options
  const outbox = openOutboxFile(folder.outbox)
  try {
    const { database, rebuilt } = await openDatabaseFile(sqlite, folder, migrations, outbox)
    if (rebuilt !== null) notify({ is: 'rebuilt', reason: rebuilt })
    return createDatabase(database, outbox, folder, options)
  } catch (error) {
    if (!folder.persistent) throw error
    notify({ is: 'memory', reason: messageOf(error) })
    const memory = memoryInstead(folder)
    const { database } = await openDatabaseFile(sqlite, memory, migrations, outbox)
    return createDatabase(database, outbox, memory, options)
  }
}

/** The outbox stays on the disk: unsent changes are never lost. */
const memoryInstead = (folder: Folder): Folder => ({ ...ramFolder(), outbox: folder.outbox })

function createDatabase(
  first: DatabaseFile,
  outbox: OutboxFile,
  firstFolder: Folder,
  options: DatabaseOptions,
): LocalDatabase {
  const { sqlite, migrations, notify } = options
  let folder = firstFolder
  let maxEntries = options.maxEntries ?? MAX_ENTRIES
  const entryLimit = () => Math.min(maxEntries, folder.persistent ? MAX_ENTRIES : MAX_ENTRIES_IN_MEMORY)
  const queue = createQueue()
  let database = first

  const within = <T>(work: (db: DatabaseFile['db']) => Promise<T>): Promise<T> =>
    queue.add(() => database.transaction(work))
  const maintenance = createMaintenance({
    within,
    idle: queue.idle,
    entryLimit,
    indexed: () => notify({ is: 'changed', nouns: ['words'] }),
    checkpoint: () => checkpoint(database),
    walSize: () => folder.files['-wal'].getSize(),
    ...(options.restMs !== undefined && { restMs: options.restMs }),
  })
  const rebuild = async (): Promise<void> => {
    await database.close()
    database = await rebuildDatabaseFile(sqlite, folder, migrations, outbox)
  }
  /** A file that turns out to be damaged while in use is rebuilt; if that fails too, memory takes its place. */
  const repaired = async (damage: unknown): Promise<void> => {
    try {
      await folder.keepCopy()
      await rebuild()
      notify({ is: 'rebuilt', reason: messageOf(damage) })
    } catch (error) {
      folder = memoryInstead(folder)
      database = await rebuildDatabaseFile(sqlite, folder, migrations, outbox)
      notify({ is: 'memory', reason: messageOf(error) })
    }
  }
  const configure = async ({ persistent, maxEntries: limit }: StorageSettings): Promise<void> => {
    if (limit !== maxEntries) {
      maxEntries = limit
      maintenance.start()
    }
    const next = persistent || !firstFolder.persistent ? firstFolder : memoryInstead(firstFolder)
    if (next.persistent === folder.persistent) return
    await database.close()
    emptied(folder.files)
    folder = next
    database = await rebuildDatabaseFile(sqlite, folder, migrations, outbox)
    if (!persistent) notify({ is: 'memory', reason: 'Storing entries is turned off', chosen: true })
  }
  /** Rows are counted in the queue: outside it, the database may be closed for another to take its place. */
  const queued = (work: () => Promise<unknown>): Promise<Outcome> =>
    queue.add(async () => {
      const before = database
      const rows = before.written() + outbox.written()
      const answer = await work()
      return { answer, isNews: database !== before || database.written() + outbox.written() !== rows }
    })
  const call = <N extends CallName>(name: N, argument: LocalArgument<N>): Promise<Outcome> =>
    queued(async () => {
      const once = () => runInTransaction(database, outbox, name, argument)
      try {
        return await once()
      } catch (error) {
        if (!isDamage(error)) throw error
        await repaired(error)
        return once()
      }
    })
  const wholeFile = {
    'database.export': () => queued(async () => (checkpoint(database), bytesOf(folder.files['']))),
    'database.reset': () => queued(rebuild),
    'database.configure': (settings: StorageSettings) => queued(() => configure(settings)),
  }
  const run = async (name: LocalCallName, argument: unknown): Promise<Outcome> => {
    if (name === 'database.configure') return wholeFile[name](argument as StorageSettings)
    if (name === 'database.export' || name === 'database.reset') return wholeFile[name]()
    const size = callRules[name].batchSize
    if (size === undefined || !Array.isArray(argument))
      return call(name, argument as LocalArgument<typeof name>)
    const slices: Outcome[] = []
    for (let from = 0; from < argument.length; from += size) {
      if (from > 0) await yieldToEventLoop()
      slices.push(await call(name, argument.slice(from, from + size) as LocalArgument<typeof name>))
    }
    return { answer: slices.flatMap(({ answer }) => answer), isNews: slices.some(({ isNews }) => isNews) }
  }

  return {
    get persistent() {
      return folder.persistent
    },
    run: async <N extends LocalCallName>(name: N, argument: LocalArgument<N>, caller?: string) => {
      const { answer: result, isNews } = await run(name, argument)
      const answer = result as LocalAnswer<N>
      if (name === 'user.take' && (answer as LocalAnswer<'user.take'>).wiped)
        await queue.add(async () => purge(database))
      const { changes, callerShowsEntries } = callRules[name]
      if (!isNews || !changes) return answer
      notify({ is: 'changed', nouns: changes, ...(callerShowsEntries && { known: caller }) })
      if (name === 'entries.put' || name === 'user.begin') maintenance.start()
      else maintenance.written()
      return answer
    },
    close: () => {
      maintenance.stop()
      return queue.add(() => database.close())
    },
  }
}

/** Runs a call in its transaction. The outbox gets a change before the database, and its end after it. */
async function runInTransaction<N extends CallName>(
  { transaction }: DatabaseFile,
  outbox: OutboxFile,
  name: N,
  argument: LocalArgument<N>,
): Promise<LocalAnswer<N>> {
  const handler = callHandlers[name] as Handler<N>
  if (name === 'outbox.begin') {
    const { journal: _, ...row } = argument as LocalArgument<'outbox.begin'>
    outbox.add(row)
  }
  if (name === 'user.take') outbox.take((argument as LocalArgument<'user.take'>).id)
  const answer = await transaction((within) => handler(within, argument, outbox))
  if (name === 'user.begin' && answer === 'begun')
    outbox.take((argument as LocalArgument<'user.begin'>).user.id)
  if (name === 'outbox.accepted' || name === 'outbox.refused') outbox.end(argument as readonly string[])
  return answer
}

/** SQLite leaves deleted data in the file's free pages; the next user must not get the file. */
function purge(database: DatabaseFile): void {
  database.raw.exec('vacuum')
  checkpoint(database)
}

function checkpoint({ raw }: DatabaseFile): void {
  raw.exec('pragma wal_checkpoint(TRUNCATE)')
}

/** Runs calls one at a time, in the order in which they arrived. */
function createQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  let pending = 0
  return {
    add: <T>(work: () => Promise<T>): Promise<T> => {
      pending++
      const done = tail.then(work).finally(() => pending--)
      tail = done.catch(() => undefined)
      return done
    },
    /** True while nothing runs or waits. */
    idle: (): boolean => pending === 0,
  }
}
