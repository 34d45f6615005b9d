import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChapters } from './parse-chapters.ts'
import { parseTranscript } from './parse-transcript.ts'

const file = (text: string) => ({ bytes: new TextEncoder().encode(text), contentType: null })
const read = (text: string) => parseTranscript(file(text))
const line = (start: number | null, end: number | null, text: string, speaker?: string) => ({
  start,
  end,
  text,
  ...(speaker !== undefined && { speaker }),
})

test('WebVTT: voices, settings, notes and markup', () => {
  expect(
    read(`WEBVTT - a title\r
\r
STYLE
::cue { color: red }

NOTE 00:00 is the start

intro
00:00.000 --> 00:02.500 align:start position:0%
<v.loud Ada Lovelace>Welcome to the <i>show</i> about gardens.</v>

00:02.500 --> 01:00:04.000
It is
a long &amp; <00:03.000>fine one, dear listeners.

00:05.000 --> 00:06.000
`),
  ).toEqual([
    line(0, 2.5, 'Welcome to the show about gardens.', 'Ada Lovelace'),
    line(2.5, 3604, 'It is a long & fine one, dear listeners.'),
  ])
})

test('SubRip, whose numbers are no text', () => {
  expect(
    read(
      '1\n00:00:01,000 --> 00:00:04,200\n{\\an8}Good evening to <b>all of you</b>.\n\n2\n00:00:05,000 --> 00:00:06,000\nNow the news from the town.\n',
    ),
  ).toEqual([line(1, 4.2, 'Good evening to all of you.'), line(5, 6, 'Now the news from the town.')])
})

test('JSON; a segment for each word is joined to lines, until a sentence, a speaker or a pause ends', () => {
  const segments = 'We grow beans. You do? Yes'.split(' ').map((body, at) => ({
    speaker: at < 3 ? 'Ada' : 'Grace',
    startTime: at < 5 ? at : 20,
    endTime: (at < 5 ? at : 20) + 1,
    body,
  }))
  expect(read(JSON.stringify({ version: '1.0.0', segments: [...segments, null, { body: 5 }] }))).toEqual([
    line(0, 3, 'We grow beans.', 'Ada'),
    line(3, 5, 'You do?', 'Grace'),
    line(20, 21, 'Yes', 'Grace'),
  ])
})

test('HTML: speakers and times, and paragraphs without any; plain text', () => {
  expect(
    read(
      '<html><head><title>x</title><script>alert(1)</script></head><body><cite>Kevin:</cite><time>1:02</time><p>Hi &amp; <b>hello</b></p><p>Still me</p><cite>Ann</cite><time>2:00</time><p>Bye</p>',
    ),
  ).toEqual([
    line(62, null, 'Hi & hello', 'Kevin'),
    line(null, null, 'Still me', 'Kevin'),
    line(120, null, 'Bye', 'Ann'),
  ])
  expect(read('One.\n\nTwo.')).toEqual([line(null, null, 'One.'), line(null, null, 'Two.')])
})

test('any file ends in a bounded list of lines', () => {
  const parts = [
    'WEBVTT\n',
    '00:01.000 --> 00:02.000\n',
    '<p>',
    '<v A>',
    '</cite>',
    '<time>',
    '{"segments":[',
    '&#x110000;',
    '\n\n',
    'a',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), (some) => {
      for (const { text } of read(some.join(''))) expect(text.trim()).toBe(text)
    }),
  )
  expect(
    read(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nA line of a film that never ends.\n\n'.repeat(30_000)}`),
  ).toHaveLength(20_000)
})

test('beginnings of tags and styles without an end are text, in time that grows with the file', () => {
  for (const beginning of ['{\\', '<v.', '<', '{\\an8', '<v.a '])
    expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${beginning.repeat(40_000)}`)).toEqual([
      line(1, 2, beginning.repeat(40_000).trim()),
    ])
  expect(read('1\n00:00:01,000 --> 00:00:02,000\n{\\an8}If a < b, <i>then</i> go.')).toEqual([
    line(1, 2, 'If a < b, then go.'),
  ])
})

test('JSON chapters: in order, those of the table of contents, with absolute addresses', () => {
  const chapters = [
    { startTime: 168, title: 'Hearing\nAids', img: '/b.png', url: 'javascript:x()' },
    { startTime: '0', title: 'Intro' },
    { startTime: 60, toc: false, img: '/ad.png' },
    { startTime: -1, title: 'Before' },
    7,
  ]
  expect(
    parseChapters({
      ...file(JSON.stringify({ version: '1.2.0', chapters })),
      url: 'https://c.example/x/1.json',
    }),
  ).toEqual([
    { start: 0, title: 'Intro' },
    { start: 168, title: 'Hearing Aids', image: 'https://c.example/b.png' },
  ])
  expect(parseChapters({ ...file('no'), url: 'https://c.example/' })).toEqual([])
})
