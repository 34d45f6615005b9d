/** Reads the pages of a list from follow.db: the first one at once, the others one after another. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { TimelineAsk } from '../../local/calls.ts'
import { entrySummariesLoaded } from '../entries/state.ts'
import { $services } from '../services.ts'
import { idText } from './ids.ts'
import { pageReceived } from './list.ts'
import { toTimelineIds } from './merge.ts'
import { $turn, opened } from './open.ts'
import type { TimelineScope } from './scope.ts'

export const FIRST_PAGE = 200
/** About as many rows as a tall window shows. */
const FIRST_ROWS = 40
const NEXT_PAGE = 5000

export type LocalPageRequest = {
  readonly turn: number
  readonly scope: TimelineScope
  readonly after: TimelineAsk['after']
  readonly limit: number
  readonly heads?: number
  /** A page of the walk through follow.db, as opposed to rows that the server has just filled in. */
  readonly onward: boolean
}
export const localPageRequested = createEvent<LocalPageRequest>()

const readPageFx = attach({
  source: $services,
  effect: async ({ local }, { scope: { of, unreadOnly }, after, limit, heads }: LocalPageRequest) => {
    const query = { of, unreadOnly, after, limit }
    const page = await local.call('timeline.page', heads ? { ...query, heads } : query)
    return { ...page, ...toTimelineIds(page) }
  },
})
sample({ clock: localPageRequested, target: readPageFx })

/** follow.db has answered for the list of a location, or failed to. */
export const $isLocalPageRead = createStore(false, { serialize: 'ignore' }).on(readPageFx.finally, () => true)

const pageRead = sample({
  clock: readPageFx.done,
  source: $turn,
  filter: (turn, { params }) => turn === params.turn,
  fn: (_, { params, result: page }) => ({ params, page }),
})
sample({
  clock: opened,
  fn: ({ turn, scope }) => ({
    turn,
    scope,
    after: null,
    limit: FIRST_PAGE,
    heads: FIRST_ROWS,
    onward: true,
  }),
  target: localPageRequested,
})
// Rows are loaded before the list that shows them.
sample({
  clock: pageRead,
  filter: ({ page }) => Boolean(page.heads?.length),
  fn: ({ page }) => page.heads ?? [],
  target: entrySummariesLoaded,
})
sample({ clock: pageRead, fn: ({ params, page }) => ({ page, onward: params.onward }), target: pageReceived })
sample({
  clock: pageRead,
  filter: ({ params, page }) => params.onward && !page.done,
  fn: ({ params, page }) => ({
    ...params,
    limit: NEXT_PAGE,
    heads: 0,
    after: { publishedAt: page.times.at(-1) ?? 0, id: idText(page.ids.at(-1)) },
  }),
  target: localPageRequested,
})
