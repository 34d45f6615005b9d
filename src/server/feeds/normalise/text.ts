/** HTML to plain text, for titles and descriptions. */
import { escapeMarkup } from '../../../core/escape-markup.ts'
import { readLenient, withWholeCharacters, isSilent, SILENT_TAGS } from '../parse/lenient.ts'
import { QuickTokenizer } from '../../parsing/quick-tokenizer.ts'
import { hiddenIn, isLineNumbers, type IsHidden } from '../parse/hidden.ts'
import { HTML } from '../parse/fast-html.ts'
import { readFast, type Listener, type Reader } from '../parse/fast-markup.ts'

const BLOCKS = new Set(
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main marquee menu nav ol option p pre search section select summary table tbody td tfoot th textarea thead title tr ul'.split(
    ' ',
  ),
)
const INLINE = new Set(
  'a abbr acronym applet area audio b basefont bdi bdo big blink canvas cite code col colgroup data datalist del dfn em embed font frame i img input ins kbd label link map mark meta meter nobr optgroup output param picture progress q rb rp rt rtc ruby s samp slot small source span strike strong sub sup time track tt u var video wbr'.split(
    ' ',
  ),
)
const known = (name: string): boolean => BLOCKS.has(name) || INLINE.has(name) || SILENT_TAGS.has(name)

/** The common case of {@link htmlOfText}: text without markup. */
const PARAGRAPH = /^<p>([^<&]*)<\/p>$/

/** @returns text on one line, entities decoded, HTML tags removed; null when nothing remains */
export function plainText(html: string | undefined, max = Infinity): string | null {
  if (html === undefined) return null
  if (!/[<&]/.test(html)) return oneLine(html, max)
  const [, only] = PARAGRAPH.exec(html) ?? []
  if (only !== undefined) return oneLine(only, max)
  const begin = textOf(html, max)
  const line = oneLine(begin.text, max)
  // Many spaces between the words: the part read of a long text was too short.
  if (begin.isWhole || (line?.length ?? 0) > max) return line
  return oneLine(textOf(html, max * 2).text, max)
}

/** A tag without attributes. */
const BARE_TAG = /<(\/?)([a-z][a-z\d-]*)\s*\/?>/gi
/** Often left open, and not mentioned unescaped in titles. */
const BREAKS = new Set(['br', 'wbr', 'hr'])

/**
 * As {@link plainText}, for titles: a tag without attributes and without its counterpart is a word of the title
 * ("How to use the <img> tag") and not markup.
 */
export function plainTitle(title: string | undefined, max = Infinity): string | null {
  if (title === undefined || !title.includes('<')) return plainText(title, max)
  const balance = new Map<string, number>()
  for (const [, end = '', name = ''] of title.matchAll(BARE_TAG)) {
    const key = name.toLowerCase()
    balance.set(key, (balance.get(key) ?? 0) + (end === '' ? 1 : -1))
  }
  const mentioned = title.replace(BARE_TAG, (tag, _end: string, name: string, at: number) => {
    const key = name.toLowerCase()
    // A title that begins with a tag was cut out of markup.
    const isWord =
      balance.get(key) !== 0 &&
      (known(key) || key.includes('-')) &&
      !BREAKS.has(key) &&
      title.slice(0, at).trim() !== ''
    return isWord ? escapeMarkup(tag) : tag
  })
  return plainText(mentioned, max)
}

/** Runs of white space and control characters, except single spaces. */
// oxlint-disable-next-line no-control-regex -- control characters are what is matched
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]{2,}|[^\S ]|[\u0000-\u001f\u007f-\u009f]/g

/** As {@link plainText}, for text that is not HTML. */
export function oneLine(text: string | undefined, max = Infinity): string | null {
  const line = (text ?? '').replace(BLANKS, ' ').trim()
  if (line === '') return null
  return line.length <= max ? line : `${cut(line, max)}…`
}

/** @param enough characters, spaces around the pieces not counted, after which reading stops */
function textOf(markup: string, enough: number): { readonly text: string; readonly isWhole: boolean } {
  const html = withWholeCharacters(markup)
  const isHidden = hiddenIn(html)
  const tidy = gathering(enough, isHidden)
  if (readFast(html, HTML, tidy.listen)) return tidy.gathered()
  const { listen, ended, gathered } = gathering(enough, isHidden)
  readLenient(html, AS_WRITTEN, listen, ended)
  return gathered()
}

/** Silent elements that a title may mention unescaped ("The <select> element"): one that never ends was meant as text. */
const MENTIONED = new Set(['head', 'title', 'select', 'option', 'textarea'])
const AS_WRITTEN = { decodeEntities: true, lowerCaseTags: false, Tokenizer: QuickTokenizer }

/** Limit on tags read for a text of one length; long text between tags costs almost nothing. */
const TAGS_AT_LEAST = 20_000
const TAGS_PER_LETTER = 1

function gathering(enough: number, isHidden: IsHidden) {
  const parts: string[] = []
  /** Limit for texts that consist of tags: reading all of them for a few words is not worth it. */
  const tagsLeft = { count: TAGS_AT_LEAST + TAGS_PER_LETTER * enough }
  let depth = 0
  /** Depth of the element whose content is not displayed; 0 outside. */
  let silentFrom = 0
  /** Start of the text of the current block of code. */
  let codeFrom = 0
  let length = 0
  let unended: string[] | null = null
  const listen = (parser: Reader): Listener => ({
    onopentag(written, attributes) {
      tagsLeft.count -= 1
      if (tagsLeft.count < 0) return parser.pause()
      const name = written.toLowerCase()
      depth += 1
      if (silentFrom > 0) return
      if (isSilent(name, attributes) || isHidden(name, attributes)) {
        unended = MENTIONED.has(name) ? [] : null
        silentFrom = depth
      } else if (BLOCKS.has(name)) parts.push(' ')
      // `<T>` in a title about generics is unescaped text, not markup.
      else if (!INLINE.has(name)) parts.push(asWritten(written, attributes))
      if (name === 'pre') codeFrom = parts.length
    },
    onclosetag(written) {
      const name = written.toLowerCase()
      if (silentFrom === 0 && BLOCKS.has(name)) parts.push(' ')
      if (name === 'pre' && silentFrom === 0 && isLineNumbers(parts.slice(codeFrom).join('')))
        parts.length = codeFrom
      if (silentFrom === depth) silentFrom = 0
      depth -= 1
    },
    ontext(data) {
      if (silentFrom > 0) return void unended?.push(data)
      parts.push(data)
      length += data.trim().length
      if (length > enough + 1) parser.pause()
    },
  })
  const ended = (): void => {
    if (silentFrom > 0 && unended) parts.push(' ', unended.join(''))
  }
  return { listen, ended, gathered: () => ({ text: parts.join(''), isWhole: length <= enough + 1 }) }
}

function asWritten(name: string, attributes: Readonly<Record<string, string>>): string {
  return known(name.toLowerCase()) || /[:-]/.test(name) || Object.keys(attributes).length > 0
    ? ''
    : `<${name}>`
}

function cut(line: string, max: number): string {
  const space = line.lastIndexOf(' ', max)
  const at = space > max * 0.8 ? space : max
  // Never within a surrogate pair.
  return line.slice(0, /[\ud800-\udbff]/.test(line[at - 1] ?? '') ? at - 1 : at)
}

/** Spaces that align columns, except at the beginning of a line; two after a sentence are common. */
const COLUMN = /[^\s.!?:;,…] {2,}\S|\S {3,}\S|\S\t+\S/

/** At least two lines of a paragraph have columns. */
const hasColumns = (paragraph: string): boolean =>
  paragraph.split('\n').filter((line) => COLUMN.test(line)).length > 1

/**
 * Plain text as HTML: escaped, empty lines make paragraphs, lines break, and addresses become links. Lines with columns keep
 * their alignment.
 */
export function htmlOfText(text: string): string {
  const escaped = escapeMarkup(
    text
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd()
      .replaceAll('\r\n', '\n'),
  )
  const linked = escaped.replace(
    /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g,
    (url) => `<a href="${url}">${url}</a>`,
  )
  return linked
    .split(/\n\s*\n/)
    .map((paragraph) =>
      hasColumns(paragraph)
        ? `<pre>${paragraph}</pre>`
        : `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`,
    )
    .join('')
}
