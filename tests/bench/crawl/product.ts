/** Starts the pipeline in a process of its own, tells it the time, and asks what it keeps. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type StoredFeed = { readonly url: string; readonly titles: string[]; ahead: number }
export type Order =
  | { readonly kind: 'follow'; readonly urls: readonly string[]; readonly people: number }
  /** As `follow` for one reader, but nothing is asked before the first tick. */
  | { readonly kind: 'hold'; readonly urls: readonly string[] }
  | { readonly kind: 'tick'; readonly now: number }
  | { readonly kind: 'start' | 'stored' | 'memory' }
export type Reply =
  | { readonly kind: 'done' }
  | { readonly kind: 'ticked'; readonly due: number }
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
  /** kill -9, and started again on the same library. */
  readonly crash: (now: number) => Promise<void>
  readonly close: () => Promise<void>
}

const crawler = fileURLToPath(new URL('./crawler.ts', import.meta.url))

/** @param now ms since 1970, what the process believes */
export async function startProduct(now: number): Promise<Product> {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const start = async (begins: number) => {
    const child = fork(crawler, [dir, String(begins)], { execArgv: ['--expose-gc'] })
    await once(child, 'message')
    return child
  }
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  let child = await start(now)
  const ask = async (order: Order): Promise<Reply> => {
    const reply = once(child, 'message')
    child.send(order)
    const [told] = (await reply) as [Reply]
    return told
  }
  return {
    ask,
    async crash(begins) {
      await kill()
      child = await start(begins)
      await ask({ kind: 'start' })
    },
    async close() {
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
