import type { OutboxItem } from '../../model/outbox/index.ts'

/** Entries that wait to be saved by one plugin. `since`: the oldest, ms since 1970; `attempts`: of the one tried most often. */
export type WaitingSaves = {
  readonly plugin: string
  readonly count: number
  readonly since: number
  readonly attempts: number
}

/** By plugin, from the changes of this browser that the server does not have yet. */
export function waitingSaves(items: readonly OutboxItem[]): readonly WaitingSaves[] {
  const saves = items.filter(({ noun }) => noun === 'saves')
  const byPlugin = Map.groupBy(saves, ({ args }) => (args as { readonly plugin: string }).plugin)
  return [...byPlugin].map(([plugin, some]) => ({
    plugin,
    count: some.length,
    since: Math.min(...some.map(({ at }) => at)),
    attempts: Math.max(...some.map(({ attempts }) => attempts)),
  }))
}
