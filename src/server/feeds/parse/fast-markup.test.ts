import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLenient } from './lenient.ts'
import { HTML } from './fast-html.ts'
import { XML } from './fast-xml.ts'
import { readFast, type Listener, type Reader, type TagRules } from './fast-markup.ts'

type Message = { readonly messages: unknown[]; readonly listen: (reader: Reader) => Listener }

/** All events of a reader, with the ends of its tags. */
function hearing(): Message {
  const messages: unknown[] = []
  const listen = (reader: Reader): Listener => ({
    onopentag: (name, attributes) =>
      void messages.push(['open', name, Object.entries(attributes), reader.endIndex]),
    onclosetag: (name, implied) => void messages.push(['close', name, implied]),
    ontext(text) {
      messages.push(['text', text])
      // As a listener that has read enough.
      if (text.includes('stop')) reader.pause()
    },
    oncdatastart: () => void messages.push(['verbatim']),
    oncdataend: () => void messages.push(['usual']),
  })
  return { messages, listen }
}

/** @returns null where it gave up */
function tidily(text: string, rules: TagRules): unknown[] | null {
  const { messages, listen } = hearing()
  return readFast(text, rules, listen) ? messages : null
}

function forgivingly(text: string, options: object): unknown[] {
  const { messages, listen } = hearing()
  readLenient(text, options, listen)
  return messages
}

const AS_FEEDS = { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true }
const kinds = [
  { kind: 'XML', rules: XML, options: AS_FEEDS },
  { kind: 'HTML', rules: HTML, options: {} },
]

const wild = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '&amp;',
    '&lt',
    '&#x41;',
    '&copy;',
    ' & ',
    '&#150;',
    '="',
    "'",
    '/',
    '</',
    '/>',
  ),
  fc.constantFrom('<!--', '-->', '<!-->', '--!>', '<![CDATA[', ']]>', '<?x', '?>', '<!doctype html>'),
  fc.constantFrom('<script>', '</script>', '<title>', '<noscript>', '<svg>', '<form>', '<image>', '</br>'),
  fc.constantFrom(
    '<a href=x>',
    '<a b="1" b="2">',
    '<A>',
    '</A>',
    '<a\u00a0b="">',
    '<p/>',
    '<br/>',
    '<img src="x" / >',
  ),
  fc.constantFrom('\0', '\r\n', 'stop', 'é𝒳', '<item', '<p class="a>b">'),
  fc.string({ maxLength: 12 }),
)
const NAMES = [
  'p',
  'a',
  'b',
  'div',
  'ul',
  'li',
  'h2',
  'td',
  'tr',
  'tbody',
  'table',
  'dd',
  'br',
  'img',
  'pubDate',
  'x:y',
]
const attribute = fc
  .record({
    name: fc.constantFrom('href', 'class', 'isPermaLink', 'xml:lang', 'data-src'),
    value: fc.constantFrom('', 'x', 'a&amp;b', 'a&b', 'x/', "it's", '&#39;', '&nbsp;', 'two words'),
    space: fc.constantFrom(' ', '\n\t', '  '),
  })
  .map(({ name, value, space }) => `${space}${name}="${value}"`)
const text = fc.constantFrom(
  'words',
  ' ',
  'a &amp; b',
  '&lt;p&gt;',
  'stop',
  'AT&T',
  'one & two',
  '&#8217;',
  '&eacute;',
)
/** Well-formed markup, though an HTML parser may still read it differently. */
const { neat } = fc.letrec<{ neat: string }>((tie) => ({
  neat: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc.constantFrom('<!-- a note -->', '<![CDATA[<b>]]>', '<br />', '<?a b?>'),
    fc
      .record({
        name: fc.constantFrom(...NAMES),
        attributes: fc.array(attribute, { maxLength: 2 }),
        inner: fc.array(tie('neat'), { maxLength: 4 }),
      })
      .map(({ name, attributes, inner }) => `<${name}${attributes.join('')}>${inner.join('')}</${name}>`),
  ),
}))

describe.each(kinds)('$kind', ({ rules, options }) => {
  const both = (markup: string) => ({
    tidy: tidily(markup, rules),
    forgiving: forgivingly(markup, options),
  })

  test('for any well-formed markup it reports the same events as the package', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(wild, neat), { maxLength: 12 }), (pieces) => {
        const { tidy, forgiving } = both(pieces.join(''))
        expect(tidy ?? forgiving).toEqual(forgiving)
      }),
      { numRuns: 3000 },
    )
  })

  test('and neat markup mostly is', () => {
    let count = 0
    fc.assert(
      fc.property(neat, (markup) => {
        const { tidy, forgiving } = both(markup)
        expect(tidy ?? forgiving).toEqual(forgiving)
        if (tidy) count += 1
      }),
      { numRuns: 1000 },
    )
    expect(count).toBeGreaterThan(250)
  })
})

test.each([
  [
    'an item',
    '<?xml version="1.0"?><rss><item><title>A &amp; B</title><g isPermaLink="false"/><d><![CDATA[<p>]]></d></item></rss>',
    XML,
  ],
  [
    'an article',
    '<p class="x">It&#8217;s <a href="/a?b=1&amp;c=2">here</a><br/><img src="a.png" alt=""></p>',
    HTML,
  ],
])('%s is read tidily', (_, markup, rules) => {
  expect(tidily(markup, rules)).not.toBeNull()
})

test.each([
  ['a paragraph that another ends', '<p>a<p>b</p></p>', HTML],
  ['a script', '<script>1 < 2</script>', HTML],
  ['a picture under its old name', '<image src="x">', HTML],
  ['a capital', '<P>a</P>', HTML],
  ['an end without a beginning', '</p>', HTML],
  ['a beginning without an end', '<p>a', HTML],
  ['an attribute that is written twice', '<p id="a" id="b"></p>', HTML],
  ['a letter that browsers read as another', '<p>&#150;</p>', HTML],
  ['an entity without its end', '<p>&copy 2026</p>', HTML],
  ['elements that cross', '<rss><a><b></a></b></rss>', XML],
  ['a text that never ends', '<rss><![CDATA[a</rss>', XML],
  ['an instruction that hardly begins', '<rss><?></rss>', XML],
  ['a lone <', '<rss>1 < 2</rss>', XML],
])('%s is parsed by the package', (_, markup, rules) => {
  expect(tidily(markup, rules)).toBeNull()
})
