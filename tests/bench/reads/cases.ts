/** The measured reads, as calls of the contract and as bare statements. */
import { entryIdOf, feedIdOf, publishedAt } from './library.ts'

export const caseNames = ['timeline', 'unread', 'far', 'feed', 'counts', 'entry'] as const
export type CaseName = (typeof caseNames)[number]
export type Request = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }
export type Case = {
  readonly words: string
  /** How much more CPU the product may take than the bare statement; where design.md names none, it is only shown. */
  readonly bar?: number
  /** The bare side is requested over HTTP too. */
  readonly http?: true
  /** Values of the bare statement and of the product's request, used in turn. */
  readonly requests: readonly { readonly values: unknown[]; readonly request: Request }[]
}

const VARIETY = 40
const several = <T>(make: (at: number) => T): T[] => Array.from({ length: VARIETY }, (_, at) => make(at))
const list = (body: object): Request => ({
  method: 'POST',
  path: '/entries',
  body: { view: 0, limit: 50, ...body },
})

/** @param entries in the database; the thousandth page is as far down as a small one goes */
export function casesOf(entries: number): Record<CaseName, Case> {
  const followed = Math.floor(entries * 0.3)
  const far = Math.min(1000 * 50, Math.floor(followed * 0.8))
  const deep = (at: number) => publishedAt(Math.floor(entries - far / 0.3) - at, entries)
  return {
    timeline: { words: 'timeline, first page', bar: 4, requests: [{ values: [], request: list({}) }] },
    unread: {
      words: 'timeline, unread only',
      bar: 4,
      requests: [{ values: [], request: list({ read: false }) }],
    },
    far: {
      words: 'timeline, 1,000th page',
      bar: 4,
      requests: several((at) => ({
        values: [deep(at)],
        request: list({ publishedAfter: new Date(deep(at)).toISOString() }),
      })),
    },
    feed: {
      words: 'timeline of one feed',
      requests: several((at) => ({
        values: [feedIdOf(at * 10)],
        request: { method: 'POST', path: '/entries', body: { feedId: feedIdOf(at * 10), limit: 50 } },
      })),
    },
    counts: {
      words: 'unread counts',
      bar: 4,
      requests: [{ values: [], request: { method: 'GET', path: '/reads' } }],
    },
    entry: {
      words: 'one entry',
      bar: 5,
      http: true,
      requests: several((at) => {
        const id = entryIdOf(Math.floor((entries * at) / VARIETY))
        return { values: [id], request: { method: 'GET', path: `/entries?id=${id}` } }
      }),
    },
  }
}
