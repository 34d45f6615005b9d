/** follow.db under Node, for programs and tests: the worker's own code, in this thread and in memory. */
import initSqlJs from 'sql.js/dist/sql-wasm.js'
import type { InitSqlJsStatic } from 'sql.js'
import type { Local, LocalAnswer, LocalCallName, LocalCalls } from './calls.ts'
import { installedPath, nodeFs } from './node-modules.ts'
import { createNotices } from './notices.ts'
import { failureOf } from './worker/failure.ts'
import { openDatabase } from './worker/database.ts'
import { localMigrationSource } from './worker/migration-source.ts'
import { ramFolder } from './worker/storage/ram-file.ts'
import { loadSqlite, type Sqlite } from './worker/storage/sqlite.ts'

let loaded: Promise<Sqlite> | undefined

/** SQLite for Node, once per realm. */
export function nodeSqlite(): Promise<Sqlite> {
  return (loaded ??= loadSqlite(
    initSqlJs as InitSqlJsStatic,
    new WebAssembly.Module(nodeFs().readFileSync(installedPath('sql.js/dist/sql-wasm.wasm'))),
  ))
}

/** A new database on every call. Arguments and results are copied, as between page and worker. */
export function memoryLocal(): Local {
  const notices = createNotices()
  const opening = nodeSqlite().then((sqlite) =>
    openDatabase({ sqlite, folder: ramFolder(), migrations: localMigrationSource, notify: notices.notify }),
  )
  opening.then(
    () => notices.notify({ is: 'ready', persistent: false, owner: true }),
    () => undefined,
  )
  return {
    call: async <N extends LocalCallName>(name: N, ...argument: Parameters<LocalCalls[N]>) => {
      try {
        const database = await opening
        return structuredClone(await database.run(name, structuredClone(argument[0]))) as LocalAnswer<N>
      } catch (error) {
        throw failureOf(error)
      }
    },
    listen: notices.listen,
    close: () => void opening.then((database) => database.close()),
  }
}
