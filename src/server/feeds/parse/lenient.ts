/** The lenient parser of the library, with the listeners of fast-markup.ts: for markup of any quality. */
import { parseMarkup, type MarkupOptions } from '../../parsing/markup.ts'
import type { Listener, Reader } from './fast-markup.ts'
import type { Attributes } from './hidden.ts'

/** @param read called when all text is read, before open elements are closed */
export const readLenient = (
  text: string,
  options: MarkupOptions,
  listen: (reader: Reader) => Listener,
  read?: () => void,
): void => parseMarkup(text, listen, options, read)

/** A character outside the basic plane that was written as two references, one per surrogate. */
const HALVES =
  /&#(?:x(d[89ab][\da-f]{2})|(5529[6-9]|55[3-9]\d\d|56[0-2]\d\d|563[01]\d));&#(?:x(d[c-f][\da-f]{2})|(563[2-9]\d|56[4-9]\d\d|57[0-2]\d\d|573[0-3]\d|5734[0-3]));/gi

const half = (hex: string | undefined, decimal: string | undefined): number =>
  hex === undefined ? Number(decimal) : parseInt(hex, 16)

/** @returns markup with these references replaced by the character */
export const withWholeCharacters = (markup: string): string =>
  markup.includes('&#')
    ? markup.replace(HALVES, (_, high?: string, highNumber?: string, low?: string, lowNumber?: string) =>
        String.fromCharCode(half(high, highNumber), half(low, lowNumber)),
      )
    : markup

/**
 * Elements whose text is not displayed. One list for the sanitiser and for plain text: otherwise
 * an entry without content could have a description made of what the sanitiser removed. Plain text also excludes frames
 * and mathematics, which the sanitiser keeps.
 */
export const SILENT_TAGS: ReadonlySet<string> = new Set(
  `script style template noscript iframe svg math head title textarea select option xmp
  plaintext annotation annotation-xml`.split(/\s+/),
)

/** Whether an element's text is not displayed. A declarative shadow tree is displayed in place of its host. */
export const isSilent = (name: string, attributes: Attributes): boolean =>
  SILENT_TAGS.has(name) && !(name === 'template' && attributes['shadowrootmode'] !== undefined)
