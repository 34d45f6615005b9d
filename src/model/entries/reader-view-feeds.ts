/** Feeds whose entries always open in reader view. */
import { createEvent, sample } from 'effector'
import { $general, settingChanged } from '../settings/settings.ts'

/** Bounds of a setting that other programs may write too. */
const MAX_FEEDS = 5000

export const $readerViewFeeds = $general.map(({ readerViewFeeds }): ReadonlySet<string> => {
  const value: unknown = readerViewFeeds
  return new Set(
    Array.isArray(value)
      ? (value as unknown[]).filter((id): id is string => typeof id === 'string').slice(0, MAX_FEEDS)
      : [],
  )
})

export const readerViewOfFeedsChanged = createEvent<{
  readonly feedIds: readonly string[]
  readonly always: boolean
}>()
sample({
  clock: readerViewOfFeedsChanged,
  source: $readerViewFeeds,
  filter: (feeds, { feedIds, always }) => feedIds.some((id) => feeds.has(id) !== always),
  fn: (feeds, { feedIds, always }) => {
    const others = [...feeds].filter((id) => !feedIds.includes(id))
    return {
      tab: 'general',
      key: 'readerViewFeeds',
      value: always ? [...others, ...feedIds] : others,
    } as const
  },
  target: settingChanged,
})
