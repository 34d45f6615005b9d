import * as fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { payloads } from '../../../../tests/fixtures/hostile/payloads.ts'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../../tests/support/fuzz.ts'
import { SILENT_TAGS } from '../parse/lenient.ts'
import { ATTRIBUTES, FRAME_HOSTS, TAGS } from './allowed.ts'
import { sanitise } from './sanitise.ts'

const BASE = 'https://site.example/posts/one'
const ADDRESSES = new Set(['href', 'src', 'poster', 'cite', 'srcset'])

/** Everything in markup that should not be there, found by another parser. */
function badIn(html: string): string[] {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    const wrong = [...element.attributes].filter((attribute) => isBad(name, attribute.name, attribute.value))
    const text = wrong.map((attribute) => `${name} ${attribute.name}=${attribute.value}`)
    return TAGS.includes(name) ? text : [name, ...text]
  })
}

function isBad(tag: string, name: string, value: string): boolean {
  const known = [...(ATTRIBUTES[tag] ?? []), ...(ATTRIBUTES['*'] ?? []), 'class']
  if (!known.includes(name) || /^on|^(name|srcdoc|formaction|action|ping|background)$/.test(name)) return true
  if (name === 'id') return !/^user-content-[\p{L}\p{N}_.:-]+$/u.test(value)
  if (name === 'style') return /url|expression|behaviou?r|position|binding|import|[\\{}<@]|\/\*/i.test(value)
  if (name === 'class') return !/^(lang(uage)?-[^\s]+\s*)+$/.test(value)
  if (!ADDRESSES.has(name)) return false
  if (tag === 'iframe') return !FRAME_HOSTS.includes(new URL(value).hostname)
  const list = name === 'srcset' ? value.split(', ') : [value]
  return list.some(
    (address) => !/^(https?:\/\/|mailto:|tel:|data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,])/.test(address),
  )
}

describe('nothing hostile comes through, and giving the result back changes nothing', () => {
  test.each(Object.entries(payloads))('%s', (_, family) => {
    for (const payload of family)
      for (const base of [BASE, null]) {
        const once = sanitise(payload, base).html
        expect({ payload, bad: badIn(once) }).toEqual({ payload, bad: [] })
        expect({ payload, html: sanitise(once, base).html }).toEqual({ payload, html: once })
      }
  })

  test.each([
    '<div>',
    '<b>x',
    '<table><tr><td>x',
    '<p><td>',
    '<a href=x>',
    '<svg>',
    '<math>',
    '<ul><li>',
    '<',
  ])('also when %s is nested a hundred thousand times', (piece) => {
    const once = sanitise(piece.repeat(100_000), BASE).html
    expect(sanitise(once, BASE).html).toBe(once)
  })

  test('a long text without end tags has all its paragraphs', () => {
    expect(sanitise('<p>x'.repeat(9_000), BASE).html.match(/<p>/g)).toHaveLength(9_000)
  })

  test(
    'also when the pieces are thrown together',
    () => {
      const tag = fc.constantFrom(...TAGS, ...SILENT_TAGS, 'form', 'dialog', 'mglyph', 'font', 'body')
      const piece = fc.oneof(
        { weight: 4, arbitrary: tag.map((name) => `<${name}>`) },
        { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...Object.values(payloads).flatMap((family) => family.slice(0, 60))),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'x',
            ' ',
            '\n',
            '\r',
            '\0',
            '&#0;',
            '&#13;',
            '&nbsp;',
            '&lt;',
            '<!--',
            '-->',
            '<![CDATA[',
            ']]>',
            '"',
            '<a href="x?utm_source=a&b=1">',
            '<img src=a.png width=1 height=1>',
            '<td colspan=2>',
            '<p style="color:red">',
            '<mspace/>',
          ),
        },
        { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: 'binary' }) },
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
          const once = sanitise(pieces.join(''), BASE).html
          expect(badIn(once)).toEqual([])
          expect(sanitise(once, BASE).html).toBe(once)
        }),
        fuzzRuns(3_000),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test(
    'also when a text is cut and wounded',
    () => {
      const texts = Object.values(payloads).map((family) => family.join('\n').slice(0, 3000))
      const wound = fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(30),
        fc.string({ maxLength: 6 }),
      )
      const wounds = fc.array(wound, { maxLength: 6 })
      fc.assert(
        fc.property(fc.constantFrom(...texts), wounds, fc.nat(3000), (text, all, end) => {
          const wounded = all.reduce(
            (now, [share, length, put]) => {
              const at = Math.floor(now.length * share)
              return now.slice(0, at) + put + now.slice(at + length)
            },
            text.slice(0, end),
          )
          const once = sanitise(wounded, BASE).html
          expect(badIn(once)).toEqual([])
          expect(sanitise(once, BASE).html).toBe(once)
        }),
        fuzzRuns(300),
      )
    },
    FUZZ_TIMEOUT_MS,
  )
})
