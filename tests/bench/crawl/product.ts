/** Starts the pipeline in a child process, sets its clock, and reads what it stores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER_FLAGS } from '../../../src/server/runtime.ts'
import { startChild } from '../child.ts'
import type { Cost } from '../usage.ts'

export type StoredFeed = { readonly url: string; readonly titles: string[]; ahead: number }
export type Order =
  | { readonly kind: 'follow'; readonly urls: readonly string[]; readonly people: number }
  /** As `follow` for one reader, but nothing is fetched before the first tick. */
  | { readonly kind: 'hold'; readonly urls: readonly string[] }
  | { readonly kind: 'tick'; readonly now: number }
  | { readonly kind: 'start' | 'stored' | 'memory' }
export type Reply =
  | { readonly kind: 'done' }
  /** `due` is 0 when the round came to its end; `cost` is the round's alone. */
  | { readonly kind: 'ticked'; readonly due: number; readonly cost: Cost }
  | { readonly kind: 'stored'; readonly feeds: readonly StoredFeed[] }
  | {
      readonly kind: 'memory'
      readonly rss: number
      readonly heap: number
      /** The most that was ever resident, bytes. */
      readonly peak: number
      /** ms so far */
      readonly cpu: number
    }

export type Product = {
  readonly ask: (order: Order) => Promise<Reply>
  /** kill -9, and started again on the same database. */
  readonly crash: (now: number) => Promise<void>
  readonly close: () => Promise<void>
}

const crawler = new URL('./crawler.ts', import.meta.url)

/** @param now ms since 1970, what the process believes */
export async function startProduct(now: number): Promise<Product> {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const start = (begins: number) => startChild<Order, Reply>(crawler, [dir, String(begins)], SERVER_FLAGS)
  let child = await start(now)
  return {
    ask: (order) => child.ask(order),
    async crash(begins) {
      await child.end()
      child = await start(begins)
      await child.ask({ kind: 'start' })
    },
    async close() {
      await child.end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
