/**
 * Starter feeds by topic. Only addresses that publishers offer themselves and that have been stable for years.
 * A topic's name is the string `app:packs.<topic>`, so a new topic is a row in this file and a string.
 */
import type { View } from '../../contract/views.ts'

/** A feed worth starting with. `language` is a BCP 47 tag. */
export type PackFeed = {
  readonly title: string
  readonly url: string
  readonly view: View
  readonly language: string
}
export type Pack = { readonly topic: string; readonly feeds: readonly PackFeed[] }

const pack = (
  topic: string,
  view: View,
  language: string,
  feeds: Readonly<Record<string, string>>,
): Pack => ({
  topic,
  feeds: Object.entries(feeds).map(([title, url]) => ({ title, url, view, language })),
})
const channel = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`

export const packs: readonly Pack[] = [
  pack('technology', 0, 'en', {
    'Hacker News': 'https://hnrss.org/frontpage',
    'Ars Technica': 'https://feeds.arstechnica.com/arstechnica/index',
    'The Verge': 'https://www.theverge.com/rss/index.xml',
    'LWN.net': 'https://lwn.net/headlines/rss',
    'MIT Technology Review': 'https://www.technologyreview.com/feed/',
    'IEEE Spectrum': 'https://spectrum.ieee.org/feeds/feed.rss',
  }),
  pack('programming', 0, 'en', {
    'Simon Willison': 'https://simonwillison.net/atom/everything/',
    'Julia Evans': 'https://jvns.ca/atom.xml',
    'Martin Fowler': 'https://martinfowler.com/feed.atom',
    'The Go Blog': 'https://go.dev/blog/feed.atom',
    'Rust Blog': 'https://blog.rust-lang.org/feed.xml',
    'The GitHub Blog': 'https://github.blog/feed/',
  }),
  pack('science', 0, 'en', {
    'Quanta Magazine': 'https://www.quantamagazine.org/feed/',
    Nature: 'https://www.nature.com/nature.rss',
    NASA: 'https://www.nasa.gov/feed/',
    'Phys.org': 'https://phys.org/rss-feed/',
    'Science Daily': 'https://www.sciencedaily.com/rss/all.xml',
    'Universe Today': 'https://www.universetoday.com/feed/',
  }),
  pack('news', 0, 'en', {
    'BBC News': 'https://feeds.bbci.co.uk/news/world/rss.xml',
    'The Guardian': 'https://www.theguardian.com/world/rss',
    NPR: 'https://feeds.npr.org/1001/rss.xml',
    'Deutsche Welle': 'https://rss.dw.com/rdf/rss-en-all',
    'Al Jazeera': 'https://www.aljazeera.com/xml/rss/all.xml',
    'The New York Times': 'https://rss.nytimes.com/services/xml/rss/nyt/World.xml',
  }),
  pack('design', 0, 'en', {
    Dezeen: 'https://www.dezeen.com/feed/',
    Colossal: 'https://www.thisiscolossal.com/feed/',
    'Smashing Magazine': 'https://www.smashingmagazine.com/feed/',
    'A List Apart': 'https://alistapart.com/main/feed/',
    'CSS-Tricks': 'https://css-tricks.com/feed/',
    'Design Milk': 'https://design-milk.com/feed/',
  }),
  pack('pictures', 2, 'en', {
    xkcd: 'https://xkcd.com/atom.xml',
    'Astronomy Picture of the Day': 'https://apod.nasa.gov/apod.rss',
    'NASA Image of the Day': 'https://www.nasa.gov/feeds/iotd-feed/',
    'Saturday Morning Breakfast Cereal': 'https://www.smbc-comics.com/comic/rss',
    PetaPixel: 'https://petapixel.com/feed/',
    'This Is Colossal: Photography': 'https://www.thisiscolossal.com/category/photography/feed/',
  }),
  pack('videos', 3, 'en', {
    Kurzgesagt: channel('UCsXVk37bltHxD1rDPwtNM8Q'),
    Veritasium: channel('UCHnyfMqiRRG1u-2MsSQLbXA'),
    '3Blue1Brown': channel('UCYO_jab_esuFRV4b17AJtAw'),
    Computerphile: channel('UC9-y-6csu5WGm29I7JiwpnA'),
    Numberphile: channel('UCoxcjq-8xIDTYp3uz647V5A'),
    TED: channel('UCAuUUnT6oDeKwE6v1NGQxug'),
  }),
  pack('podcasts', 4, 'en', {
    Radiolab: 'https://feeds.simplecast.com/EmVW7VGp',
    '99% Invisible': 'https://feeds.simplecast.com/BqbsxVfO',
    'This American Life': 'https://www.thisamericanlife.org/podcast/rss.xml',
    'Planet Money': 'https://feeds.npr.org/510289/podcast.xml',
    'In Our Time': 'https://podcasts.files.bbci.co.uk/b006qykl.rss',
    'The Changelog': 'https://changelog.com/podcast/feed',
  }),
  pack('chinese', 0, 'zh-CN', {
    阮一峰的网络日志: 'https://www.ruanyifeng.com/blog/atom.xml',
    少数派: 'https://sspai.com/feed',
    V2EX: 'https://www.v2ex.com/index.xml',
    Solidot: 'https://www.solidot.org/index.rss',
    美团技术团队: 'https://tech.meituan.com/feed/',
    'BBC 中文': 'https://feeds.bbci.co.uk/zhongwen/simp/rss.xml',
  }),
  pack('traditionalChinese', 0, 'zh-TW', {
    iThome: 'https://www.ithome.com.tw/rss',
    科技新報: 'https://technews.tw/feed/',
    INSIDE: 'https://www.inside.com.tw/feed',
    泛科學: 'https://pansci.asia/feed',
    報導者: 'https://www.twreporter.org/a/rss2.xml',
    'BBC 中文（繁體）': 'https://feeds.bbci.co.uk/zhongwen/trad/rss.xml',
  }),
  pack('japanese', 0, 'ja', {
    Publickey: 'https://www.publickey1.jp/atom.xml',
    GIGAZINE: 'https://gigazine.net/news/rss_2.0/',
    'はてなブックマーク テクノロジー': 'https://b.hatena.ne.jp/hotentry/it.rss',
    'ITmedia NEWS': 'https://rss.itmedia.co.jp/rss/2.0/news_bursts.xml',
    Zenn: 'https://zenn.dev/feed',
    'NHK ニュース': 'https://www3.nhk.or.jp/rss/news/cat0.xml',
  }),
]

/** Sorts packs in the user's language first; stable otherwise. */
export function packsFor(language: string): readonly Pack[] {
  const own = (one: Pack) => one.feeds[0]?.language === language && language !== 'en'
  return [...packs.filter(own), ...packs.filter((one) => !own(one))]
}
