import { expect, test } from 'vitest'
import { item, reading } from './reading.ts'

const podcastIn = async (fields: string, channel = '') => {
  const document = item(`<guid>1</guid><title>One</title>${fields}`)
    .replace('<title>Site</title>', `<title>Site</title>${channel}`)
    .replace('<rss ', '<rss xmlns:psc="http://podlove.org/simple-chapters" ')
  return (await reading(document)).entries[0]?.extra?.podcast
}
const ENCLOSURE = '<enclosure url="https://c.example/1.mp3" type="audio/mpeg" length="1"/>'

test('seasons and episodes are numbers, with the names that a show gives them', async () => {
  expect(
    await podcastIn(
      '<podcast:season name="Egg Hunt">3</podcast:season><podcast:episode display="Ch. 3">204.5</podcast:episode>',
    ),
  ).toEqual({ season: { number: 3, name: 'Egg Hunt' }, episode: { number: 204.5, display: 'Ch. 3' } })
  expect(
    await podcastIn(
      '<itunes:season>1</itunes:season><itunes:episode>0</itunes:episode><itunes:episodeType>Bonus</itunes:episodeType>',
    ),
  ).toEqual({ season: { number: 1 }, episode: { number: 0 }, kind: 'bonus' })
  expect(
    await podcastIn('<itunes:season>first</itunes:season><itunes:episodeType>full</itunes:episodeType>'),
  ).toBe(undefined)
})

test('persons and value are those of the episode, else those of the show', async () => {
  const host = '<podcast:person role="Host" img="/a.jpg" href="javascript:x()">Ada <b>L</b></podcast:person>'
  const value = `<podcast:value type="lightning" method="keysend" suggested="0.00000015">
    <podcast:valueRecipient name="Ada" type="node" address="02d5" split="40"/>
    <podcast:valueRecipient type="node" address="03ae" split="10"/><podcast:valueRecipient name="x" split="no"/></podcast:value>`
  const show = {
    persons: [{ name: 'Ada L', role: 'host', image: 'http://site.example/a.jpg' }],
    value: {
      type: 'lightning',
      suggested: '0.00000015',
      recipients: [
        { name: 'Ada', share: 80 },
        { name: '03ae', share: 20 },
      ],
    },
  }
  expect(await podcastIn(ENCLOSURE, `<link>http://site.example/</link>${host}${value}`)).toEqual(show)
  expect(await podcastIn('<podcast:person>Grace</podcast:person>', host)).toEqual({
    persons: [{ name: 'Grace' }],
  })
  // An entry of the show that is no episode.
  expect(await podcastIn('<description>News</description>', host + value)).toBe(undefined)
})

test('chapters, transcripts and soundbites, without what cannot be used', async () => {
  expect(
    await podcastIn(`<psc:chapters version="1.2"><psc:chapter start="00:10:00.500" title="Garden" href="/garden"/>
      <psc:chapter start="00:00:00" title="Intro" image="/i.jpg"/><psc:chapter start="soon" title="x"/></psc:chapters>
      <podcast:chapters url="/chapters.json" type="application/json+chapters"/>
      <podcast:transcript url="/1.VTT" type="text/vtt" language="en" rel="captions"/><podcast:transcript url="file:///etc/passwd"/>
      <media:content url="https://c.example/1.mp4" type="video/mp4"><media:subTitle type="application/x-subrip" lang="de" href="/de.srt"/></media:content>
      <podcast:soundbite startTime="73.0" duration="60.5">The best part</podcast:soundbite><podcast:soundbite startTime="1"/>`),
  ).toEqual({
    chapters: [
      { start: 0, title: 'Intro', image: 'http://site.example/i.jpg' },
      { start: 600.5, title: 'Garden', url: 'http://site.example/garden' },
    ],
    chaptersUrl: 'http://site.example/chapters.json',
    transcripts: [
      { url: 'http://site.example/1.VTT', type: 'text/vtt', language: 'en' },
      { url: 'http://site.example/de.srt', type: 'application/x-subrip', language: 'de' },
    ],
    soundbites: [{ start: 73, duration: 60.5, title: 'The best part' }],
  })
})

test('a show is supported at the addresses of the web that it names, each as the show calls it', async () => {
  const show = `<link>http://site.example/</link><podcast:funding url="/give">Give &lt;b&gt;now&lt;/b&gt;</podcast:funding>
    <podcast:funding url="javascript:alert(1)">Bad</podcast:funding><podcast:funding>None</podcast:funding>`
  expect((await podcastIn(ENCLOSURE, show))?.funding).toEqual([
    { url: 'http://site.example/give', title: 'Give now' },
  ])
  const own = '<podcast:funding url="https://one.example/"/>'
  expect((await podcastIn(ENCLOSURE + own, show))?.funding).toEqual([{ url: 'https://one.example/' }])
  const many = Array.from({ length: 9 }, (_, at) => `<podcast:funding url="https://x.example/${at}"/>`).join(
    '',
  )
  expect((await podcastIn(ENCLOSURE, many))?.funding).toHaveLength(5)
})
