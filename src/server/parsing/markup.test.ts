import { Parser, type Handler } from 'htmlparser2'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup, type MarkupOptions } from './markup.ts'

/** Every event of a document, as text. */
function eventsOf(read: (handler: Partial<Handler>) => void): string[] {
  const events: string[] = []
  read({
    onopentag: (name, attributes) => void events.push(`<${name} ${JSON.stringify(attributes)}>`),
    onclosetag: (name, implied) => void events.push(`</${name}>${implied ? '?' : ''}`),
    ontext: (text) => void events.push(text),
  })
  return events
}
const bounded = (text: string, options: MarkupOptions = {}): string[] =>
  eventsOf((handler) => parseMarkup(text, handler, options))

const piece = fc.oneof(
  fc.constantFrom(
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<div class=a>',
    '</div>',
    '<br>',
    '<svg>',
    '<path/>',
    '</svg>',
  ),
  fc.constantFrom('<form>', '</form>', '<outline text="a">', '<outline/>', '</outline>', '<li>', '<table>'),
  fc.string({ maxLength: 8 }),
)
const document = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

test.each([false, true])('up to its depth it reports the same events as the package (XML: %s)', (xmlMode) => {
  fc.assert(
    fc.property(document, (text) => {
      const library = eventsOf((handler) => {
        const parser = new Parser(handler, { xmlMode })
        parser.write(text)
        parser.end()
      })
      expect(bounded(text, { xmlMode })).toEqual(library)
    }),
    { numRuns: 400 },
  )
})

test.each([false, true])('no element is remembered beyond its depth (XML: %s)', (xmlMode) => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 5 }), (text, depth) => {
      let open = 0
      let deepest = 0
      let opened = 0
      let closed = 0
      parseMarkup(
        text,
        {
          onopentag() {
            open += 1
            opened += 1
            deepest = Math.max(deepest, open)
          },
          onclosetag() {
            open -= 1
            closed += 1
          },
        },
        { xmlMode, depth },
      )
      // An element that is too deep is open briefly, and so is a paragraph with only an end tag.
      expect(deepest).toBeLessThanOrEqual(depth + 1)
      // A tag that the text cuts off is closed, but was never reported as opened.
      expect(closed - opened).toBeGreaterThanOrEqual(0)
      expect(closed - opened).toBeLessThanOrEqual(1)
    }),
    { numRuns: 400 },
  )
})

test('end tags close what is remembered, however many elements were too deep', () => {
  const tags = bounded(`${'<a>'.repeat(5)}x${'</a>'.repeat(5)}<b>y</b>`, { xmlMode: true, depth: 2 })
  expect(tags.join('').replaceAll(' {}', '')).toBe('<a><a><a></a>?<a></a>?<a></a>?x</a></a><b>y</b>')
})

test('an element that closes itself too deep does not close the one around it', () => {
  const tags = bounded('<a><a><a/><a/>x</a></a>', { xmlMode: true, depth: 2 })
  expect(tags.join('').replaceAll(' {}', '')).toBe('<a><a><a></a>?<a></a>?x</a></a>')
})

test('half a million open tags are reported one by one, and the text behind them', () => {
  for (const xmlMode of [false, true]) {
    const tags = bounded(`${'<b>'.repeat(500_000)}text`, { xmlMode })
    expect(tags.filter((tag) => tag.startsWith('<b')).length).toBe(500_000)
    expect(tags).toContain('text')
  }
})
