/** Settings of single feeds, which are values of the general settings by feed id. Other programs may write these too. */
import { validFeedTags } from './feed-tags.ts'
import { validUnreadDays } from './unread-days.ts'

/** null and false: as for all feeds. */
export type SettingsOfFeed = {
  readonly readerView: boolean
  /** Days after which unread entries are marked read; 0: never. */
  readonly unreadDays: number | null
  /** When entries are marked read: a way, or seconds. */
  readonly markRead: string | number | null
  readonly tags: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

/** @param values of the general settings */
export function readFeedSettings(values: Values): (feedId: string) => SettingsOfFeed {
  const readerView = new Set(listOf(values['readerViewFeeds']))
  const unreadDays = validUnreadDays(values['feedUnreadDays'])
  const readRules = new Map(Object.entries(recordOf(values['feedReadRules'])))
  const tags = validFeedTags(values['feedTags'])
  return (feedId) => {
    const markRead = readRules.get(feedId)
    return {
      readerView: readerView.has(feedId),
      unreadDays: unreadDays.get(feedId) ?? null,
      markRead: typeof markRead === 'string' || typeof markRead === 'number' ? markRead : null,
      tags: tags.get(feedId) ?? [],
    }
  }
}

/** @param values of the general settings @returns what changes of them; settings that are as for all feeds are left out */
export function withFeedSettings(values: Values, settings: ReadonlyMap<string, SettingsOfFeed>): Values {
  const all = [...settings]
  const readerView = all.flatMap(([id, feed]) => (feed.readerView ? [id] : []))
  const unreadDays = all.flatMap(([id, feed]) => (feed.unreadDays === null ? [] : [[id, feed.unreadDays]]))
  const markRead = all.flatMap(([id, feed]) => (feed.markRead === null ? [] : [[id, feed.markRead]]))
  const tags = all.flatMap(([id, feed]) => (feed.tags.length === 0 ? [] : [[id, feed.tags]]))
  return {
    ...(readerView.length > 0 && {
      readerViewFeeds: [...new Set([...listOf(values['readerViewFeeds']), ...readerView])],
    }),
    ...(unreadDays.length > 0 && {
      feedUnreadDays: { ...recordOf(values['feedUnreadDays']), ...Object.fromEntries(unreadDays) },
    }),
    ...(markRead.length > 0 && {
      feedReadRules: { ...recordOf(values['feedReadRules']), ...Object.fromEntries(markRead) },
    }),
    ...(tags.length > 0 && {
      feedTags: { ...recordOf(values['feedTags']), ...Object.fromEntries(tags) },
    }),
  }
}

/** Moves the settings of one feed to another. @returns what changes of the general settings */
export function movedFeedSettings(values: Values, from: string, to: string): Values {
  const changed = withFeedSettings(values, new Map([[to, readFeedSettings(values)(from)]]))
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.filter((id) => id !== from)
        : Object.fromEntries(Object.entries(recordOf(value)).filter(([id]) => id !== from)),
    ]),
  )
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
