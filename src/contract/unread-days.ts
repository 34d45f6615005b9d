/** Days after which unread entries are marked read, by feed or by folder. */

/** The choices that are offered; 0: never. */
export const unreadDays = [0, 1, 3, 7, 30] as const
export const MAX_UNREAD_DAYS = 36_500

export const isUnreadDays = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UNREAD_DAYS

/** The valid ones of a setting that other programs may write too. */
export function validUnreadDays(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map(Object.entries(value).filter((pair): pair is [string, number] => isUnreadDays(pair[1])))
}

export type UnreadDays = {
  readonly byFeed: ReadonlyMap<string, number>
  readonly byFolder: ReadonlyMap<string, number>
}

/** A feed's own setting, or that of its folder. @returns null: never */
export function unreadDaysOf(
  { byFeed, byFolder }: UnreadDays,
  feedId: string,
  folder: string | null,
): number | null {
  const days = byFeed.get(feedId) ?? byFolder.get(folder ?? '') ?? 0
  return days === 0 ? null : days
}
