/** sql.js over a storage host: the only module that depends on the database. */
import type { Database, InitSqlJsStatic } from 'sql.js'
import type { DatabaseFiles } from './file.ts'
import { createStorageHost } from './host.ts'

/** SQLite, loaded. One per realm, because initSqlJs returns its first result for every later call. */
export type Sqlite = { readonly open: (files: DatabaseFiles) => OpenDatabase }
type OpenDatabase = { readonly raw: Database; readonly close: () => void }

/**
 * @param init sql.js's entry, the browser's or Node's build
 * @param module the compiled wasm
 * @throws (rejects) when the module cannot be loaded or is an unknown build
 */
export function loadSqlite(
  init: InitSqlJsStatic,
  module: WebAssembly.Module | Promise<WebAssembly.Module>,
): Promise<Sqlite> {
  return new Promise((resolve, reject) => {
    const host = createStorageHost(module, reject)
    init({ instantiateWasm: host.instantiateWasm }).then((sql) => {
      resolve({
        open: (files) => {
          // Without the empty array close() throws: it removes a file in memory that only the array makes.
          const { opened, release } = host.mount(files, () => new sql.Database(new Uint8Array(0)))
          const close = (): void => {
            try {
              opened.close()
            } finally {
              release()
            }
          }
          return { raw: opened, close }
        },
      })
    }, reject)
  })
}
