/** A digest as an e-mail of plain text. */
import type { PluginMail, SelectedEntry } from '../../src/plugin-api/server.ts'
import { filled, textsIn } from './texts.ts'

/** Characters of a summary. */
const MAX_SUMMARY = 400
const MAX_TITLE = 300

export type Letter = {
  readonly name: string
  readonly entries: readonly SelectedEntry[]
  /** New entries that it has no room for. */
  readonly more: number
  readonly language: string
  readonly timeZone: string
}

export const titleOf = ({ entry, feed }: SelectedEntry): string =>
  entry.title || entry.url || feed.title || '–'

/** Feed, author and day. */
export function originOf({ entry, feed }: SelectedEntry, language: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  return [feed.title, entry.author, day.format(new Date(entry.publishedAt))].filter(Boolean).join(' · ')
}

/** @param tooLarge its book is not attached */
export function letterOf(
  { name, entries, more, language, timeZone }: Letter,
  { tooLarge = false } = {},
): Pick<PluginMail, 'subject' | 'text'> {
  const texts = textsIn(language)
  const parts = entries.map((selected, at) => {
    const { url, description } = selected.entry
    return [
      `${at + 1}. ${shortened(titleOf(selected), MAX_TITLE)}`,
      shortened(originOf(selected, language, timeZone), MAX_TITLE),
      url,
      shortened(description ?? '', MAX_SUMMARY),
    ]
      .filter(Boolean)
      .join('\n')
  })
  const rest = [
    ...(more > 0 ? [filled(texts.more, { count: more })] : []),
    ...(tooLarge ? [texts.tooLarge] : []),
  ]
  return {
    subject: filled(texts.subject, { name, count: entries.length }),
    text: `${[name, ...parts, ...rest].join('\n\n')}\n`,
  }
}

/** On one line, cut where it is too long. */
function shortened(text: string, longest: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('')
}
