/** Rules of the fast path for HTML: elements without special parsing rules, each with its own end tag. */
import { attributesIn, endOfComment, writtenIn } from './fast-xml.ts'
import type { Listener, TagRules } from './fast-markup.ts'

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const VOID = set('br hr img source track wbr col')
/** Elements without special parsing rules: none with raw text, foreign content, forms, or page structure. */
const PLAIN = set(`
  a abbr acronym address article aside audio b bdi bdo big blockquote caption center cite code colgroup data dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd li main mark nav ol p picture pre
  q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var
  video`)

/** Start tags that implicitly close one of these elements, when it is the innermost open one. */
const ENDED_BY = new Map(
  [
    [
      `address article aside blockquote details div dl figcaption figure footer header hr main nav ol p pre section table ul`,
      'p',
    ],
    ['h1 h2 h3 h4 h5 h6', 'p h1 h2 h3 h4 h5 h6'],
    ['a', 'a'],
    ['li', 'li'],
    ['dd dt', 'dd dt'],
    ['rp rt', 'rp rt'],
    ['tbody tfoot', 'tbody thead'],
    ['tr', 'tr th td'],
    ['th', 'th'],
    ['td', 'thead th td'],
  ].flatMap(([starts = '', ended = '']) => [...set(starts)].map((name) => [name, set(ended)] as const)),
)

export const HTML: TagRules = {
  nameOf: (written) => written,
  mayOpen: (name, around) => around === undefined || ENDED_BY.get(name)?.has(around) !== true,
  tagIn(inside) {
    if (PLAIN.has(inside)) return { name: inside, written: inside, attributes: null, isEmpty: false }
    const name = writtenIn(inside)
    const isVoid = VOID.has(name)
    if (!isVoid && !PLAIN.has(name)) return null
    const parsed = attributesIn(inside, name.length, valueOf)
    if (!parsed || (parsed.isEmpty && !isVoid)) return null
    return { name, written: name, attributes: parsed.attributes, isEmpty: isVoid }
  },
  skip: (text, start) => (text.startsWith('<!--', start) ? endOfComment(text, start) : -1),
  tell: (text, { ontext }, hasEnough) => emitText(text, ontext, hasEnough),
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp);|#(\d{2,6});|#x([\da-f]{2,5});|(?=\s))/giy
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

const never = (): boolean => false

/** Emits text in chunks like the lenient parser: each entity is one. @returns false for markup outside the fast path */
function emitText(text: string, ontext: Listener['ontext'], hasEnough = never): boolean {
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', ENTITY.lastIndex)) {
    ENTITY.lastIndex = at
    const match = ENTITY.exec(text)
    if (!match) return false
    // A lone ampersand is text.
    if (match[0] === '&') continue
    const character = characterOf(match)
    if (character === null) return false
    if (at > from) ontext(text.slice(from, at))
    ontext(character)
    if (hasEnough()) return true
    from = ENTITY.lastIndex
  }
  if (from < text.length) ontext(text.slice(from))
  return true
}

function valueOf(written: string): string | null {
  if (!written.includes('&')) return written
  let value = ''
  return emitText(written, (chunk) => void (value += chunk)) ? value : null
}

/** @returns null for code points that browsers replace */
function characterOf([, name, decimal, hex]: RegExpExecArray): string | null {
  if (name !== undefined) return NAMED[name] ?? null
  const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
  const isPlain = (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point < 0xd800)
  return isPlain ? String.fromCharCode(point) : null
}
