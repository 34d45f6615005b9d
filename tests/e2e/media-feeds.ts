/** A feed for each view, with pictures that are drawn here: nothing leaves the loopback. */
import type { WrittenFeeds } from '../support/written-feeds.ts'
import type { Reader } from './reader.ts'

const HOUR = 3_600_000

type Item = {
  readonly guid: string
  readonly title?: string
  readonly link?: string
  readonly text?: string
  /** Further elements of the item. */
  readonly media?: string
  readonly author?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function feed(url: string, title: string, items: readonly Item[]): string {
  const written = items.map(
    ({ guid, title: name, link = `${url}/${guid}`, text = '', media = '', author }, at) => `<item>
<guid isPermaLink="false">${guid}</guid>${name ? `<title>${escaped(name)}</title>` : ''}
<link>${link}</link><pubDate>${new Date(Date.now() - (at + 1) * HOUR).toUTCString()}</pubDate>
${author ? `<dc:creator>${author}</dc:creator>` : ''}<description>${escaped(text)}</description>${media}</item>`,
  )
  return `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:thr="http://purl.org/syndication/thread/1.0"
 xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${title}</title><link>${url}/</link>
<description>${title}</description>${written.join('')}</channel></rss>`
}

const picture = (width: number, height: number, hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="hsl(${hue} 45% 55%)"/><circle cx="50%" cy="50%" r="${Math.min(width, height) / 3}" fill="hsl(${hue + 40} 60% 75%)"/></svg>`

const shapes = [
  [1200, 800],
  [800, 1200],
  [1000, 1000],
  [1600, 700],
  [900, 1400],
] as const

export const LONG_POST = 'A long thought that goes on and on, sentence after sentence. '.repeat(20)

/** Follows one feed in each of the six views. */
export async function followSixViews(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  const { url } = feeds
  for (const [at, [width, height]] of shapes.entries())
    feeds.serve(`picture-${at}.svg`, picture(width, height, at * 70), 'image/svg+xml')
  const photo = (at: number, sized: boolean) => {
    const [width, height] = shapes[at % shapes.length] ?? shapes[0]
    const size = sized ? ` width="${width}" height="${height}"` : ''
    return `<media:content medium="image" type="image/svg+xml" url="${url}/picture-${at % shapes.length}.svg"${size}/>`
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const documents: Readonly<Record<string, readonly Item[]>> = {
    Essays: [
      { guid: 'a1', title: 'Short' },
      { guid: 'a2', title: 'A title with a summary', text: 'One line.' },
      { guid: 'a3', title: 'A title with a long summary', text: 'Words that fill the lines. '.repeat(30) },
      { guid: 'a4', title: 'A title with a picture', text: 'One line.', media: photo(3, true) },
      ...numbers(30).map((number) => ({ guid: `a${number + 4}`, title: `Essay ${number}` })),
    ],
    Posts: [
      { guid: 's1', text: '<p>First line<br>second line</p>', author: 'Grace' },
      { guid: 's2', text: `<p>${LONG_POST}</p>`, author: 'Ada' },
      { guid: 's3', text: '<p>Two pictures</p>', author: 'Grace', media: photo(0, true) + photo(1, true) },
      {
        guid: 's4',
        text: '<p>An answer</p>',
        author: 'Lin',
        media: `<thr:in-reply-to ref="${url}/s1" href="${url}/s1"/>`,
      },
      ...numbers(20).map((number) => ({
        guid: `s${number + 4}`,
        text: `<p>Post ${number}</p>`,
        author: 'Lin',
      })),
    ],
    Photographs: numbers(24).map((number) => ({
      guid: `p${number}`,
      title: `Photograph ${number}`,
      media: photo(number - 1, number % 3 !== 0),
    })),
    Films: [
      {
        guid: 'v1',
        title: 'A film of ten minutes',
        media: `<enclosure url="${url}/film.mp4" type="video/mp4" length="1000"/><itunes:duration>612</itunes:duration><media:thumbnail url="${url}/picture-0.svg"/>`,
      },
      {
        guid: 'v2',
        title: 'A film on a site',
        link: 'https://www.youtube.com/watch?v=abcdefghijk',
        media: photo(1, true),
      },
      ...numbers(6).map((number) => ({
        guid: `v${number + 2}`,
        title: `Film ${number}`,
        media: photo(number, true),
      })),
    ],
    Talks: numbers(6).map((number) => ({
      guid: `t${number}`,
      title:
        number === 2
          ? `Talk ${number} with a title that is so long that it takes two lines of the list`
          : `Talk ${number}`,
      media: `<enclosure url="${url}/talk.mp3" type="audio/mpeg" length="1000"/><itunes:duration>${number * 600}</itunes:duration>`,
    })),
    Alerts: numbers(12).map((number) => ({ guid: `n${number}`, title: `Alert ${number}` })),
  }
  for (const [view, [title, items]] of Object.entries(documents).entries()) {
    const name = title.toLowerCase()
    feeds.serve(name, feed(url, title, items), 'application/rss+xml')
    await reader.request('/subscriptions', {
      method: 'POST',
      body: { url: feeds.address(name), view, title, category: null, isPrivate: false },
    })
  }
}
