/**
 * Rewrites outline tags that no parser accepts. Seen in real exports: quotes and HTML unescaped inside an
 * attribute (`description="by <a href="…">us</a>"`), and a file truncated inside its last tag.
 */
const OUTLINE_BOUNDARY = /(?=<\/?outline\b|<\/body\b)/i
const WELL_FORMED = /^<outline(\s+[\w:.-]+\s*=\s*("[^"<]*"|'[^'<]*'))*\s*\/?>/i
const NAME = /\s{0,200}([\w:.-]{1,100})\s{0,200}=\s{0,200}(["'])/y
/** A quote ends a value only where another attribute begins. Bounded, for linear time. */
const NEXT_ATTRIBUTE = /\s{1,200}[\w:.-]{1,100}\s{0,200}=\s{0,200}["']/y

/** @returns the text with every outline's start tag well-formed; the rest untouched */
export function repairOutlines(text: string): string {
  return text.split(OUTLINE_BOUNDARY).map(repaired).join('')
}

function repaired(fragment: string): string {
  if (!/^<outline\b/i.test(fragment) || WELL_FORMED.test(fragment)) return fragment
  const close = fragment.lastIndexOf('>')
  const tag = fragment.slice('<outline'.length, close < 0 ? fragment.length : close)
  const body = tag.trimEnd().replace(/\/$/, '')
  const attributes = attributesOf(body).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<outline${attributes.join('')}${body === tag.trimEnd() ? '' : '/'}>`
}

function attributesOf(body: string): [name: string, value: string][] {
  const attributes: [string, string][] = []
  for (let at = 0; at < body.length;) {
    NAME.lastIndex = at
    const match = NAME.exec(body)
    const [, name, quote] = match ?? []
    if (name === undefined || quote === undefined) break
    const end = endOfValue(body, NAME.lastIndex, quote)
    attributes.push([name, body.slice(NAME.lastIndex, end)])
    at = end + 1
  }
  return attributes
}

function endOfValue(body: string, from: number, quote: string): number {
  for (let end = body.indexOf(quote, from); end >= 0; end = body.indexOf(quote, end + 1)) {
    NEXT_ATTRIBUTE.lastIndex = end + 1
    if (NEXT_ATTRIBUTE.test(body)) return end
  }
  const last = body.lastIndexOf(quote)
  return last < from ? body.length : last
}

/** Existing entities stay as they are. */
const escaped = (value: string): string =>
  value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
