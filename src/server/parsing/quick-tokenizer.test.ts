import fc from 'fast-check'
import { Parser, Tokenizer } from 'htmlparser2'
import { expect, test } from 'vitest'
import { QuickTokenizer } from './quick-tokenizer.ts'

/** All events of a parser, with their positions. @param cut where the document is split in two */
function received(html: string, cut: number, quickly: boolean): unknown[] {
  const message: unknown[] = []
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) =>
        void message.push(['open', name, { ...attributes }, parser.startIndex]),
      onclosetag: (name, implied) => void message.push(['close', name, implied, parser.endIndex]),
      ontext(text) {
        message.push(['text', text, parser.startIndex, parser.endIndex])
        // As a listener that has read enough.
        if (text.includes('stop')) parser.pause()
      },
      oncomment: (text) => void message.push(['comment', text]),
      onprocessinginstruction: (name, text) => void message.push(['instruction', name, text]),
    },
    quickly ? { Tokenizer: QuickTokenizer } : {},
  )
  parser.write(html.slice(0, cut))
  parser.end(html.slice(cut))
  return message
}

const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '&amp;',
    '&lt',
    '&#x41;',
    '&copy',
    ';',
    '</',
    '<p>',
    '</p>',
    '<b class="a&amp;b">',
  ),
  fc.constantFrom(
    '<script>',
    '</script>',
    '<title>',
    '</title>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<svg>',
    '<?x',
  ),
  fc.constantFrom(
    '<textarea>',
    '<plaintext>',
    '<xmp>',
    '<noscript>',
    '</noscript>',
    '<br/>',
    '\0',
    '\r\n',
    'stop',
    'é𝒳',
  ),
  fc.string({ maxLength: 12 }),
)

test('for any markup and any chunks it reports the same events as the package alone', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), fc.nat(120), (pieces, cut) => {
      const html = pieces.join('')
      expect(received(html, cut, true)).toEqual(received(html, cut, false))
    }),
    { numRuns: 2000 },
  )
})

test('the package still has the private members that are used', () => {
  const inner = new Tokenizer({}, {} as never) as unknown as Readonly<Record<string, unknown>>
  expect(inner).toMatchObject({ buffer: '', offset: 0, index: 0, stateText: expect.any(Function) })
})
