/** The calls that a token limited to some feeds may use, each with how it is restricted to them. */
import type { Checked, Output } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'
import { Refusal } from '../http/refusal.ts'
import type { LimitedFeeds } from './limit.ts'

export type Bounds = {
  readonly feeds: LimitedFeeds
  /** Those of some entries that belong to the feeds. */
  readonly entriesWithin: (ids: readonly string[]) => Promise<string[]>
}
type LimitedCall<N extends CallName> = {
  /** @throws Refusal where the input names something outside */
  readonly narrow?: (input: Checked<N>, bounds: Bounds) => Checked<N> | Promise<Checked<N>>
  readonly shown?: (output: Output<N>, bounds: Bounds) => Output<N>
}

type Named = {
  readonly view?: number | undefined
  readonly feedId?: string | undefined
  readonly feedIdList?: string[] | undefined
  readonly listId?: string | undefined
  readonly inboxId?: string | undefined
}

/** Named feeds are unchanged; else all feeds of the limit are added, in the view if there is one. */
function narrowed<I extends Named>(input: I, { feeds }: Bounds): I {
  if (input.listId !== undefined || input.inboxId !== undefined)
    throw new Refusal('noPermission', 'This token is limited to some feeds.')
  const requested = input.feedIdList ?? (input.feedId === undefined ? undefined : [input.feedId])
  const inView = [...feeds].flatMap(([id, view]) => (view === (input.view ?? view) ? id : []))
  return {
    ...input,
    feedId: undefined,
    feedIdList: requested ? requested.filter((id) => feeds.has(id)) : inView,
  }
}

const named =
  <K extends string>(key: K) =>
  async <I extends { readonly [P in K]: string }>(input: I, { entriesWithin }: Bounds): Promise<I> => {
    if ((await entriesWithin([input[key]])).length === 0) throw new Refusal('entryNotFound')
    return input
  }

/** `entries.search` narrows its query itself (routes/search.ts). */
export const limitedCalls: { readonly [N in CallName]?: LimitedCall<N> } = {
  'status.configs': {},
  'pictures.sign': {},
  'subscriptions.list': {
    narrow: (input) => {
      if (input.userId !== undefined)
        throw new Refusal('noPermission', 'This token is limited to some feeds.')
      return input
    },
    shown: (output, { feeds }) => ({
      ...output,
      data: output.data.filter((one) => 'feeds' in one && feeds.has(one.feedId)),
    }),
  },
  'entries.list': { narrow: narrowed },
  'entries.checkNew': { narrow: narrowed },
  'entries.search': {},
  'entries.readingList': {},
  'entries.get': { narrow: named('id') },
  'entries.readability': { narrow: named('id') },
  'entries.transcript': { narrow: named('id') },
  'entries.chapters': { narrow: named('id') },
  'entries.stream': {
    narrow: async (input, { entriesWithin }) => ({ ...input, ids: await entriesWithin(input.ids) }),
  },
  'threads.get': { narrow: named('entryId') },
  'threads.see': { narrow: named('entryId') },
  'reads.counts': {
    shown: (output, { feeds }) => ({
      ...output,
      data: Object.fromEntries(Object.entries(output.data).filter(([id]) => feeds.has(id))),
    }),
  },
  'reads.mark': {
    narrow: async (input, { entriesWithin }) => ({ ...input, entryIds: await entriesWithin(input.entryIds) }),
  },
  'reads.unmark': {
    narrow: async ({ entryId, entryIds = [], ...input }, { entriesWithin }) => {
      const within = await entriesWithin(entryId === undefined ? entryIds : [entryId, ...entryIds])
      if (within.length === 0) throw new Refusal('entryNotFound')
      return { ...input, entryIds: within }
    },
  },
  'reads.markAll': { narrow: narrowed },
  'reads.older': { narrow: narrowed },
  'collections.get': { narrow: named('entryId') },
  'collections.add': { narrow: named('entryId') },
  'collections.remove': { narrow: named('entryId') },
  'labels.add': {
    narrow: async (input, { entriesWithin }) => ({ ...input, entryIds: await entriesWithin(input.entryIds) }),
  },
  'labels.remove': {
    narrow: async (input, { entriesWithin }) => ({ ...input, entryIds: await entriesWithin(input.entryIds) }),
  },
  'highlights.list': {
    shown: (output, { feeds }) => ({
      ...output,
      data: output.data.filter(({ entry }) => feeds.has(entry.feedId)),
    }),
  },
  'highlights.create': { narrow: named('entryId') },
  'plugins.saves': { narrow: named('entryId') },
  'plugins.call': {
    narrow: async (call, bounds) => {
      const { entryId } = (call.input ?? {}) as { readonly entryId?: unknown }
      await named('entryId')({ entryId: String(entryId) }, bounds)
      return call
    },
  },
}
