/** The highlights of the fake server. */
import type { Highlight } from '../contract/highlights.ts'
import type { HighlightColor } from '../contract/limits.ts'

type Described = {
  readonly id: string
  readonly feedId: string
  readonly title: string | null
  readonly publishedAt: number
}
type Created = Partial<Omit<Highlight, 'entryId'>> & { readonly entryId: string }
export type FakeHighlight = Highlight & { deleted?: boolean }

/** @param highlights by id */
export function highlightHandlers(
  entries: readonly Described[],
  highlights: Map<string, FakeHighlight>,
  now: () => number,
) {
  const touch = (id: string, change: Partial<FakeHighlight>) => {
    const row = highlights.get(id)
    if (row) highlights.set(id, { ...row, ...change, updatedAt: new Date(now()).toISOString() })
    return { code: 0, data: highlights.get(id) }
  }
  return {
    'highlights.list': ({ changedSince = 0 }: { changedSince?: number }) => {
      const changed = [...highlights.values()].filter((one) => Date.parse(one.updatedAt) >= changedSince)
      return {
        code: 0,
        data: changed.filter(({ deleted }) => !deleted),
        deleted: changed.filter(({ deleted }) => deleted).map(({ id }) => id),
      }
    },
    'highlights.create': ({ id = 'made', entryId, ...input }: Created) => {
      const entry = entries.find((one) => one.id === entryId)
      const time = new Date(now()).toISOString()
      highlights.set(id, {
        quote: null,
        position: null,
        color: 'yellow',
        note: null,
        createdAt: time,
        ...input,
        id,
        entryId,
        updatedAt: time,
        entry: {
          title: entry?.title ?? null,
          url: null,
          author: null,
          publishedAt: new Date(entry?.publishedAt ?? 0).toISOString(),
          feedId: entry?.feedId ?? '',
          feedTitle: null,
        },
      })
      return { code: 0, data: highlights.get(id) }
    },
    'highlights.update': ({ id, ...change }: { id: string; color?: HighlightColor; note?: string | null }) =>
      touch(id, change),
    'highlights.delete': ({ id }: { id: string }) => touch(id, { deleted: true }),
    'highlights.restore': ({ id }: { id: string }) => touch(id, { deleted: false }),
  }
}
