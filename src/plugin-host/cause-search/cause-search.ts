/**
 * Finds the installed plugin that causes a problem: half of those in question are off, the user says whether the problem is
 * gone, and so on. Nothing is stored: when the search ends, or the page is reloaded, every plugin is as it was before.
 */
import { createStore, sample } from 'effector'
import { infoNotified } from '../../model/app/index.ts'
import {
  $listedPlugins,
  causeAnswered,
  causeSearchEnded,
  causeSearchRequested,
} from '../../model/plugins/index.ts'

/** A question to the user, or the outcome. */
export type CauseSearch =
  | {
      readonly state: 'asking'
      /** Ids of the plugins that may be the cause. */
      readonly suspects: readonly string[]
      /** Those that are off now. */
      readonly off: readonly string[]
      /** The problem was gone at least once, so that a plugin is its cause. */
      readonly isConfirmed: boolean
    }
  /** `cause` is null where no plugin causes it. */
  | { readonly state: 'ended'; readonly cause: string | null }

const half = (ids: readonly string[]) => ids.slice(0, Math.ceil(ids.length / 2))

/** @param suspects at least one */
export const firstQuestion = (suspects: readonly string[]): CauseSearch => ({
  state: 'asking',
  suspects,
  off: half(suspects),
  isConfirmed: false,
})

/** @param isGone whether the problem is gone while those in `off` are off */
export function nextQuestion(search: CauseSearch, isGone: boolean): CauseSearch {
  if (search.state === 'ended') return search
  const { off } = search
  const suspects = isGone ? off : search.suspects.filter((id) => !off.includes(id))
  const isConfirmed = search.isConfirmed || isGone
  const [first] = suspects
  if (first === undefined) return { state: 'ended', cause: null }
  // The last one that is left is tried, too, unless one is known to be the cause.
  if (suspects.length === 1 && isConfirmed) return { state: 'ended', cause: first }
  return { state: 'asking', suspects, off: half(suspects), isConfirmed }
}

const begun = sample({
  clock: causeSearchRequested,
  source: $listedPlugins,
  fn: (plugins) =>
    plugins
      .filter(({ isInstalled, isRunning, isStarting }) => isInstalled && (isRunning || isStarting))
      .map(({ id }) => id),
})
export const $causeSearch = createStore<CauseSearch | null>(null, { serialize: 'ignore' })
  .on(begun, (search, ids) => search ?? (ids.length > 0 ? firstQuestion(ids) : null))
  .on(causeAnswered, (search, isGone) => search && nextQuestion(search, isGone))
  .reset(causeSearchEnded)
const none: readonly string[] = []
/** Ids of the plugins that the search has switched off. */
export const $switchedOffBySearch = $causeSearch.map((search): readonly string[] =>
  search?.state === 'asking' ? search.off : none,
)

/** How often the search was requested: the bar takes the focus again. */
export const $causeSearchRequests = createStore(0, { serialize: 'ignore' }).on(
  causeSearchRequested,
  (count) => count + 1,
)

sample({
  clock: begun,
  source: { search: $causeSearch, plugins: $listedPlugins },
  // Without any plugin the model has said so.
  filter: ({ search, plugins }) => search === null && plugins.length > 0,
  fn: () => ({ key: 'app:plugin.cause.noneRunning' }),
  target: infoNotified,
})
