/** HTML without a slip: elements that mean nothing to the parser itself, each ended by its own end. */
import { attributesIn, endOfComment, writtenIn } from './tidy-xml.ts'
import type { Listener, TagRules } from './tidy.ts'

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const VOID = set('br hr img source track wbr col')
/** Not among them: whatever holds raw text, other languages, forms, or the page itself. */
const PLAIN = set(`
  a abbr acronym address article aside audio b bdi bdo big blockquote caption center cite code colgroup data dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd li main mark nav ol p picture pre
  q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var
  video`)

/** Elements whose start ends one of these, where it is the innermost that is open. */
const ENDS = new Map(
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
  mayOpen: (name, around) => around === undefined || ENDS.get(name)?.has(around) !== true,
  tagIn(inside) {
    if (PLAIN.has(inside)) return { name: inside, written: inside, attributes: null, isEmpty: false }
    const name = writtenIn(inside)
    const isVoid = VOID.has(name)
    if (!isVoid && !PLAIN.has(name)) return null
    const rest = attributesIn(inside, name.length, valueOf)
    if (!rest || (rest.isEmpty && !isVoid)) return null
    return { name, written: name, attributes: rest.attributes, isEmpty: isVoid }
  },
  skip: (text, start) => (text.startsWith('<!--', start) ? endOfComment(text, start) : -1),
  tell: (text, { ontext }, hasEnough) => pieces(text, ontext, hasEnough),
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

/** Told in pieces, as the forgiving parser does: an entity is one. @returns false for what is not plain */
function pieces(text: string, ontext: Listener['ontext'], hasEnough = never): boolean {
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', ENTITY.lastIndex)) {
    ENTITY.lastIndex = at
    const found = ENTITY.exec(text)
    if (!found) return false
    // One that stands alone is a letter like all others.
    if (found[0] === '&') continue
    const meant = meaning(found)
    if (meant === null) return false
    if (at > from) ontext(text.slice(from, at))
    ontext(meant)
    if (hasEnough()) return true
    from = ENTITY.lastIndex
  }
  if (from < text.length) ontext(text.slice(from))
  return true
}

function valueOf(written: string): string | null {
  if (!written.includes('&')) return written
  let value = ''
  return pieces(written, (piece) => void (value += piece)) ? value : null
}

/** @returns null where browsers mean another letter than the number says */
function meaning([, name, decimal, hex]: RegExpExecArray): string | null {
  if (name !== undefined) return NAMED[name] ?? null
  const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
  const isPlain = (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point < 0xd800)
  return isPlain ? String.fromCharCode(point) : null
}
