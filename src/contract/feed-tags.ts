/**
 * Tags of feeds: names as those of labels (label-names.ts), of which a feed may have several. They are a setting, by the id of the
 * feed or inbox. A saved search for `tag:name` is a category that overlaps with others.
 */
import { cleanLabelName, labelKey, MAX_LABEL_NAME } from './label-names.ts'

/** Of one feed. */
const MAX_TAGS = 20

/** Names as they are stored: cleaned, each once, without those that are too long. */
export function cleanTags(names: readonly unknown[]): readonly string[] {
  const clean = names.flatMap((name) => (typeof name === 'string' ? (cleanLabelName(name) ?? []) : []))
  const valid = clean.filter((name) => name.length <= MAX_LABEL_NAME && !name.includes(','))
  return [...new Map(valid.toReversed().map((name) => [labelKey(name), name])).values()]
    .toReversed()
    .slice(0, MAX_TAGS)
}

/** As {@link tagsFromText} reads them. */
export const textOfTags = (tags: readonly string[]): string => tags.join(', ')

/** Reads tags that are separated by commas. */
export const tagsFromText = (text: string): readonly string[] => cleanTags(text.split(','))

/** The valid ones of a setting that other programs may write too. Feeds without tags are left out. */
export function validFeedTags(value: unknown): ReadonlyMap<string, readonly string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map(
    Object.entries(value).flatMap(([feedId, names]) => {
      const tags = Array.isArray(names) ? cleanTags(names) : []
      return tags.length > 0 ? [[feedId, tags] as const] : []
    }),
  )
}
