/** What a new person is offered: feeds by topic, and samples that need no network. */
import { createStore } from 'effector'

export type StarterFeed = { readonly title: string; readonly url: string }
export type StarterPack = { readonly id: string; readonly feeds: readonly StarterFeed[] }

/** Titles of packs: i18n `app:starter.<id>`. */
const starterPacks: readonly StarterPack[] = [
  {
    id: 'technology',
    feeds: [
      { title: 'Ars Technica', url: 'https://feeds.arstechnica.com/arstechnica/index' },
      { title: 'LWN.net', url: 'https://lwn.net/headlines/rss' },
      { title: 'Hacker News', url: 'https://news.ycombinator.com/rss' },
    ],
  },
  {
    id: 'science',
    feeds: [
      { title: 'Quanta Magazine', url: 'https://www.quantamagazine.org/feed/' },
      { title: 'NASA', url: 'https://www.nasa.gov/feed/' },
      { title: 'Nature', url: 'https://www.nature.com/nature.rss' },
    ],
  },
  {
    id: 'news',
    feeds: [
      { title: 'BBC News', url: 'https://feeds.bbci.co.uk/news/rss.xml' },
      { title: 'NPR', url: 'https://feeds.npr.org/1001/rss.xml' },
      { title: 'Deutsche Welle', url: 'https://rss.dw.com/rdf/rss-en-all' },
    ],
  },
  {
    id: 'web',
    feeds: [
      { title: 'MDN Blog', url: 'https://developer.mozilla.org/en-US/blog/rss.xml' },
      { title: 'V8', url: 'https://v8.dev/blog.atom' },
      { title: 'web.dev', url: 'https://web.dev/static/blog/feed.xml' },
    ],
  },
]

export const $starterPacks = createStore(starterPacks, { serialize: 'ignore' })
