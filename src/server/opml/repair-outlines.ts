/**
 * Outline tags that no parser can read, written anew. Seen in real exports: quotes and HTML unescaped inside an
 * attribute (`description="by <a href="…">us</a>"`), and a file that was cut off inside its last tag.
 */
const PIECES = /(?=<\/?outline\b|<\/body\b)/i
const WELL_FORMED = /^<outline(\s+[\w:.-]+\s*=\s*("[^"<]*"|'[^'<]*'))*\s*\/?>/i
const NAME = /\s{0,200}([\w:.-]{1,100})\s{0,200}=\s{0,200}(["'])/y
/** A quote ends a value only where another attribute begins. Bounded, so that no file makes it slow. */
const NEXT = /\s{1,200}[\w:.-]{1,100}\s{0,200}=\s{0,200}["']/y

/** @returns the text with every outline's start tag well-formed; the rest untouched */
export function repairOutlines(text: string): string {
  return text.split(PIECES).map(mended).join('')
}

function mended(piece: string): string {
  if (!/^<outline\b/i.test(piece) || WELL_FORMED.test(piece)) return piece
  const close = piece.lastIndexOf('>')
  const tag = piece.slice('<outline'.length, close < 0 ? piece.length : close)
  const body = tag.trimEnd().replace(/\/$/, '')
  const attributes = attributesOf(body).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<outline${attributes.join('')}${body === tag.trimEnd() ? '' : '/'}>`
}

function attributesOf(body: string): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let at = 0; at < body.length;) {
    NAME.lastIndex = at
    const match = NAME.exec(body)
    const [, name, quote] = match ?? []
    if (name === undefined || quote === undefined) break
    const end = endOfValue(body, NAME.lastIndex, quote)
    found.push([name, body.slice(NAME.lastIndex, end)])
    at = end + 1
  }
  return found
}

function endOfValue(body: string, from: number, quote: string): number {
  for (let end = body.indexOf(quote, from); end >= 0; end = body.indexOf(quote, end + 1)) {
    NEXT.lastIndex = end + 1
    if (NEXT.test(body)) return end
  }
  const last = body.lastIndexOf(quote)
  return last < from ? body.length : last
}

/** What is an entity already stays one. */
const escaped = (value: string): string =>
  value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
