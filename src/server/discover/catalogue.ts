/** Feeds to begin with, as data: a new one is one line. */

export type CatalogueFeed = {
  readonly url: string
  readonly siteUrl: string
  readonly title: string
  readonly description: string
  /** BCP 47 */
  readonly language: string
  readonly view: number
  /** Of contract/discover.ts. */
  readonly categories: readonly string[]
}

const [ARTICLES, SOCIAL, PICTURES, VIDEOS, AUDIO, NOTICES] = [0, 1, 2, 3, 4, 5] as const

/** A feed by its address; the site defaults to the address's own. */
const spokenIn =
  (language: string) =>
  (
    url: string,
    title: string,
    description: string,
    categories: string,
    { view = ARTICLES, site = new URL(url).origin }: { view?: number; site?: string } = {},
  ): CatalogueFeed => ({
    url,
    siteUrl: site,
    title,
    description,
    language,
    view,
    categories: categories.split(' '),
  })
const en = spokenIn('en')
const zh = spokenIn('zh-CN')
const tw = spokenIn('zh-TW')
const ja = spokenIn('ja')
const youtube = 'https://www.youtube.com/feeds/videos.xml?channel_id='

export const catalogue: readonly CatalogueFeed[] = [
  en(
    'https://feeds.bbci.co.uk/news/world/rss.xml',
    'BBC News: World',
    'News of the world from the BBC',
    'traditional-media',
    { site: 'https://www.bbc.co.uk/news/world' },
  ),
  en(
    'https://www.theguardian.com/world/rss',
    'The Guardian: World',
    'News of the world from London',
    'traditional-media',
  ),
  en(
    'https://feeds.npr.org/1001/rss.xml',
    'NPR News',
    'News from American public radio',
    'traditional-media',
    { site: 'https://www.npr.org' },
  ),
  en(
    'https://www.science.org/rss/news_current.xml',
    'Science: News',
    'News of research from Science',
    'traditional-media journal',
  ),
  en(
    'https://feeds.arstechnica.com/arstechnica/index',
    'Ars Technica',
    'Technology, science and policy in depth',
    'new-media',
    { site: 'https://arstechnica.com' },
  ),
  en('https://www.theverge.com/rss/index.xml', 'The Verge', 'Technology and what it does to us', 'new-media'),
  en(
    'https://www.quantamagazine.org/feed/',
    'Quanta Magazine',
    'Mathematics and science, told well',
    'new-media reading',
  ),
  en('https://restofworld.org/feed/latest/', 'Rest of World', 'Technology outside of the West', 'new-media'),
  en(
    'https://news.ycombinator.com/rss',
    'Hacker News',
    'What programmers and founders talk about',
    'bbs programming',
    { view: SOCIAL },
  ),
  en('https://lobste.rs/rss', 'Lobsters', 'Links about computing, with good company', 'bbs programming', {
    view: SOCIAL,
  }),
  en('https://mastodon.social/@Mastodon.rss', 'Mastodon', 'News of the open social network', 'social-media', {
    view: SOCIAL,
  }),
  en('https://daringfireball.net/feeds/main', 'Daring Fireball', 'John Gruber on Apple and writing', 'blog'),
  en('https://feeds.kottke.org/main', 'kottke.org', 'Fine hypertext products since 1998', 'blog', {
    site: 'https://kottke.org',
  }),
  en(
    'https://simonwillison.net/atom/everything/',
    'Simon Willison',
    'Databases, open source and language models',
    'blog programming',
  ),
  en('https://jvns.ca/atom.xml', 'Julia Evans', 'How computers work, with joy', 'blog programming'),
  en('https://danluu.com/atom.xml', 'Dan Luu', 'Measured opinions on software', 'blog programming'),
  en('https://martinfowler.com/feed.atom', 'Martin Fowler', 'Design of software', 'blog programming'),
  en('https://www.schneier.com/feed/atom/', 'Schneier on Security', 'Security and society', 'blog'),
  en('https://krebsonsecurity.com/feed/', 'Krebs on Security', 'Investigations into online crime', 'blog'),
  en(
    'https://marginalrevolution.com/feed',
    'Marginal Revolution',
    'Small steps toward a much better world',
    'blog finance',
  ),
  en('https://github.blog/feed/', 'The GitHub Blog', 'News and engineering from GitHub', 'programming'),
  en('https://go.dev/blog/feed.atom', 'The Go Blog', 'News of the Go language', 'programming program-update'),
  en(
    'https://blog.rust-lang.org/feed.xml',
    'Rust Blog',
    'News of the Rust language',
    'programming program-update',
  ),
  en('https://nodejs.org/en/feed/blog.xml', 'Node.js Blog', 'News of Node.js', 'programming program-update'),
  en('https://hacks.mozilla.org/feed/', 'Mozilla Hacks', 'Technology of the open web', 'programming'),
  en(
    'https://lwn.net/headlines/rss',
    'LWN.net',
    'Linux and free software, thoroughly',
    'programming new-media',
  ),
  en('https://web.dev/static/blog/feed.xml', 'web.dev', 'Building for the web', 'programming design'),
  en(
    'https://www.smashingmagazine.com/feed/',
    'Smashing Magazine',
    'For designers and developers',
    'design programming',
  ),
  en(
    'https://alistapart.com/main/feed/',
    'A List Apart',
    'For people who make websites',
    'design programming',
  ),
  en('https://css-tricks.com/feed/', 'CSS-Tricks', 'All about CSS', 'design programming'),
  en('https://www.dezeen.com/feed/', 'Dezeen', 'Architecture and design', 'design', { view: PICTURES }),
  en('https://www.thisiscolossal.com/feed/', 'Colossal', 'Art and visual culture', 'design picture', {
    view: PICTURES,
  }),
  en('https://www.swiss-miss.com/feed', 'swissmiss', 'A design blog', 'design blog'),
  en(
    'https://apod.nasa.gov/apod.rss',
    'Astronomy Picture of the Day',
    'The sky, a picture a day',
    'picture',
    { view: PICTURES },
  ),
  en('https://www.nasa.gov/feeds/iotd-feed/', 'NASA Image of the Day', 'From space, about space', 'picture', {
    view: PICTURES,
  }),
  en('https://xkcd.com/atom.xml', 'xkcd', 'Romance, sarcasm, math and language', 'picture', {
    view: PICTURES,
  }),
  en(`${youtube}UCYO_jab_esuFRV4b17AJtAw`, '3Blue1Brown', 'Mathematics in motion', 'multimedia', {
    view: VIDEOS,
    site: 'https://www.youtube.com/@3blue1brown',
  }),
  en(`${youtube}UCsXVk37bltHxD1rDPwtNM8Q`, 'Kurzgesagt', 'Science, animated', 'multimedia', {
    view: VIDEOS,
    site: 'https://www.youtube.com/@kurzgesagt',
  }),
  en(`${youtube}UCHnyfMqiRRG1u-2MsSQLbXA`, 'Veritasium', 'An element of truth', 'multimedia', {
    view: VIDEOS,
    site: 'https://www.youtube.com/@veritasium',
  }),
  en(
    'https://www.thisamericanlife.org/podcast/rss.xml',
    'This American Life',
    'Stories of people, each week',
    'multimedia',
    { view: AUDIO },
  ),
  en(
    'https://feeds.simplecast.com/BqbsxVfO',
    '99% Invisible',
    'The design that nobody notices',
    'multimedia design',
    { view: AUDIO, site: 'https://99percentinvisible.org' },
  ),
  en(
    'https://changelog.com/podcast/feed',
    'The Changelog',
    'Talks with people who make software',
    'multimedia programming',
    { view: AUDIO },
  ),
  en(
    'https://www.animenewsnetwork.com/all/rss.xml?ann-edition=us',
    'Anime News Network',
    'Anime and manga',
    'anime',
  ),
  en('https://myanimelist.net/rss/news.xml', 'MyAnimeList News', 'News of anime', 'anime'),
  en(
    'https://code.visualstudio.com/feed.xml',
    'Visual Studio Code',
    'What is new in the editor',
    'program-update',
    { view: NOTICES },
  ),
  en(
    'https://www.kernel.org/feeds/kdist.xml',
    'Linux Kernel',
    'Each release of the kernel',
    'program-update',
    { view: NOTICES },
  ),
  en('https://www.postgresql.org/news.rss', 'PostgreSQL', 'News of the database', 'program-update', {
    view: NOTICES,
  }),
  en(
    'https://github.com/nodejs/node/releases.atom',
    'Node.js releases',
    'Each release of Node.js',
    'program-update',
    { view: NOTICES, site: 'https://github.com/nodejs/node' },
  ),
  en('https://www.rockpapershotgun.com/feed', 'Rock Paper Shotgun', 'Games for computers', 'game'),
  en('https://www.polygon.com/rss/index.xml', 'Polygon', 'Games and what surrounds them', 'game'),
  en('https://www.gamedeveloper.com/rss.xml', 'Game Developer', 'How games are made', 'game programming'),
  en('https://lithub.com/feed/', 'Literary Hub', 'The best of the literary web', 'reading'),
  en(
    'https://www.themarginalian.org/feed/',
    'The Marginalian',
    'On books and a life worth living',
    'reading blog',
  ),
  en('https://aeon.co/feed.rss', 'Aeon', 'Essays on ideas', 'reading'),
  en('https://www.theparisreview.org/blog/feed/', 'The Paris Review', 'Writers and writing', 'reading'),
  en('https://www.nature.com/nature.rss', 'Nature', 'The newest of the journal', 'journal'),
  en('https://rss.arxiv.org/rss/cs.AI', 'arXiv: Artificial Intelligence', 'New papers', 'journal', {
    site: 'https://arxiv.org/list/cs.AI/recent',
  }),
  en('https://journals.plos.org/plosone/feed/atom', 'PLOS ONE', 'New papers of all sciences', 'journal'),
  en(
    'https://www.economist.com/finance-and-economics/rss.xml',
    'The Economist: Finance',
    'Finance and economics',
    'finance traditional-media',
  ),
  en(
    'https://www.calculatedriskblog.com/feeds/posts/default',
    'Calculated Risk',
    'The American economy in charts',
    'finance blog',
  ),
  en(
    'https://slickdeals.net/newsearch.php?mode=frontpage&searcharea=deals&searchin=first&rss=1',
    'Slickdeals',
    'What is cheap today',
    'shopping',
    { view: NOTICES },
  ),

  zh('https://www.ruanyifeng.com/blog/atom.xml', '阮一峰的网络日志', '科技爱好者周刊', 'blog programming'),
  zh('https://sspai.com/feed', '少数派', '高效工作,品质生活', 'new-media'),
  zh('https://www.ifanr.com/feed', '爱范儿', '让未来触手可及', 'new-media'),
  zh('https://36kr.com/feed', '36氪', '创业与商业', 'new-media finance'),
  zh('https://www.solidot.org/index.rss', 'Solidot', '奇客的资讯,重要的东西', 'new-media programming'),
  zh('https://feeds.bbci.co.uk/zhongwen/simp/rss.xml', 'BBC 中文网', '国际新闻', 'traditional-media', {
    site: 'https://www.bbc.com/zhongwen/simp',
  }),
  zh('https://tech.meituan.com/feed/', '美团技术团队', '工程实践', 'programming'),
  zh('https://coolshell.cn/feed', '酷壳', '编程与思考', 'programming blog'),
  zh('https://blog.codingnow.com/atom.xml', '云风的 BLOG', '思绪来得快去得也快', 'blog programming game'),
  zh('https://www.v2ex.com/index.xml', 'V2EX', '创意工作者的社区', 'bbs', { view: SOCIAL }),
  zh('https://www.gcores.com/rss', '机核', '不止是游戏', 'game'),
  zh('https://www.appinn.com/feed/', '小众软件', '发现好软件', 'program-update blog'),
  tw('https://www.ithome.com.tw/rss', 'iThome', '台灣 IT 新聞', 'new-media programming'),
  tw('https://feeds.bbci.co.uk/zhongwen/trad/rss.xml', 'BBC 中文網', '國際新聞', 'traditional-media', {
    site: 'https://www.bbc.com/zhongwen/trad',
  }),

  ja('https://www.publickey1.jp/atom.xml', 'Publickey', 'エンタープライズ IT', 'new-media programming'),
  ja('https://gigazine.net/news/rss_2.0/', 'GIGAZINE', '日々のニュース', 'new-media'),
  ja('https://rss.itmedia.co.jp/rss/2.0/itmedia_all.xml', 'ITmedia', 'IT の総合ニュース', 'new-media', {
    site: 'https://www.itmedia.co.jp',
  }),
  ja('https://qiita.com/popular-items/feed.atom', 'Qiita', '人気の記事', 'programming'),
  ja('https://zenn.dev/feed', 'Zenn', 'エンジニアの知見', 'programming'),
  ja('https://b.hatena.ne.jp/hotentry/it.rss', 'はてなブックマーク', 'テクノロジーの話題', 'bbs', {
    view: SOCIAL,
  }),
]

/** Feeds of a category and a language; `all`: any. */
export const fromCatalogue = ({
  category = 'all',
  lang = 'all',
}: {
  readonly category?: string
  readonly lang?: string
}): readonly CatalogueFeed[] =>
  catalogue.filter(
    ({ categories, language }) =>
      (category === 'all' || categories.includes(category)) &&
      (lang === 'all' || language.startsWith(lang === 'cmn' ? 'zh' : 'en')),
  )

/** Feeds that contain a word. */
export function searchCatalogue(terms: string): readonly CatalogueFeed[] {
  const small = terms.toLowerCase()
  return catalogue.filter(({ url, title, description, categories }) =>
    [url, title, description, ...categories].some((text) => text.toLowerCase().includes(small)),
  )
}
