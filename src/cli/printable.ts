/** Text of feeds and servers without control sequences of terminals. */

/** Control characters, but for the line feed and the tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu

export const printable = (text: string): string => text.replaceAll(CONTROL, '')

/** One line of text. */
export const printableLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim()

/** JSON with all control characters escaped. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value ?? null, null, 2).replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
