import { readdir, readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../../tests/support/fuzz.ts'
import { linkedFeeds } from '../discover/linked-feeds.ts'
import { iconInManifest, iconsNamed } from '../discover/icons-in-page.ts'
import { hostFeeds } from '../discover/hosts.ts'
import { decode } from '../decode/decode.ts'
import { normalise } from '../normalise/normalise.ts'
import { parseFeed } from '../parse/parse.ts'
import { NOW } from './reading.ts'

const folders = ['trouble', 'friendly'].map(
  (name) => new URL(`../../../../tests/fixtures/feeds/${name}/`, import.meta.url),
)
const documents = (
  await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => readFile(new URL(name, folder)))),
  )
).flat()
const texts = (await Promise.all(documents)).map((bytes) => decode(bytes, null).text.slice(0, 4000))

const splinter = fc.constantFrom(
  ...'< > & " \' </ /> <item> </item> <entry> </entry> <title> </title> <![CDATA[ ]]> <!-- --> <!DOCTYPE ]> <?xml ?> xmlns=" xml:base="../ &#0; &lt; &x; <rss> </rss> <feed> { } [ ] , \u0000 \ufeff \ud800 <media:group> <a:b'.split(
    ' ',
  ),
)
const wound = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(40),
  fc.oneof(splinter, fc.string({ maxLength: 5 })),
)
const wounded = fc.tuple(fc.constantFrom(...texts), fc.array(wound, { maxLength: 8 })).map(([text, wounds]) =>
  wounds.reduce((now, [share, length, put]) => {
    const at = Math.floor(now.length * share)
    return now.slice(0, at) + put + now.slice(at + length)
  }, text),
)
const RUNS = fuzzRuns(1500)

test(
  'no wound makes a feed throw or lose its order',
  () => {
    fc.assert(
      fc.property(wounded, (text) => {
        const parsed = parseFeed(text, 'https://x.example/')
        if (!parsed.ok) return void expect(parsed.message).not.toBe('')
        const { entries } = normalise(parsed.document, 'https://x.example/feed', NOW)
        for (const { guid, url, publishedAt, media, attachments } of entries) {
          expect(guid).not.toBe('')
          expect(url === null || /^https?:\/\//i.test(url)).toBe(true)
          expect(publishedAt === null || publishedAt <= NOW).toBe(true)
          for (const { url: address } of [...media, ...attachments])
            expect(address).toMatch(/^(https?|data):/i)
        }
        const again = normalise(parsed.document, 'https://x.example/feed', NOW)
        expect(again.entries.map(({ guid }) => guid)).toEqual(entries.map(({ guid }) => guid))
      }),
      RUNS,
    )
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'no page makes discovery throw',
  () => {
    fc.assert(
      fc.property(wounded, fc.string({ maxLength: 40 }), fc.webUrl(), (text, links, url) => {
        for (const { url: results } of linkedFeeds(text, url, links).declared)
          expect(results).toMatch(/^https?:/)
        iconsNamed(text, url)
        iconInManifest({ bytes: new TextEncoder().encode(text), contentType: null, url })
        hostFeeds(url)
      }),
      RUNS,
    )
  },
  FUZZ_TIMEOUT_MS,
)

test('no bytes make decoding throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.option(fc.string({ maxLength: 20 })), (bytes, name) => {
      const type = name === null ? null : `text/xml; charset=${name}`
      expect(typeof decode(bytes, type).text).toBe('string')
    }),
    RUNS,
  )
})
