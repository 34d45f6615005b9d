/** Queries over a fixed set of entries with what they select: the tests of each executor of the query language. */
import type { Attachment, Media } from '../shapes.ts'
import type { View } from '../views.ts'

export const CASES_NOW = Date.UTC(2026, 2, 31, 12)

/** A feed that is followed directly or by a list, or an inbox. */
export type CaseSource = {
  readonly title: string
  readonly kind: 'feed' | 'listed' | 'inbox'
  /** The user's own title. */
  readonly ownTitle?: string
  readonly folder?: string
  readonly tags?: readonly string[]
  readonly view: View
}
export const caseSources = {
  rust: {
    title: 'Rust Blog',
    kind: 'feed',
    ownTitle: 'Rust',
    folder: 'Dev',
    tags: ['Tech/Rust', 'daily'],
    view: 0,
  },
  verge: { title: 'The Verge', kind: 'feed', folder: 'News', tags: ['tech'], view: 0 },
  zhihu: { title: '知乎日报', kind: 'feed', folder: 'News', view: 1 },
  nhk: { title: 'NHKニュース', kind: 'feed', folder: '世界 News', view: 0 },
  fotos: { title: 'Fotos', kind: 'feed', view: 2 },
  pod: { title: 'Podcast "Q&A"', kind: 'feed', folder: 'Audio', tags: ['Tech'], view: 4 },
  listed: { title: 'Listed Feed', kind: 'listed', view: 0 },
  inbox: { title: 'Mail Letters', kind: 'inbox', tags: ['letters'], view: 0 },
} as const satisfies Record<string, CaseSource>
export type CaseSourceName = keyof typeof caseSources

/** The followed list that carries the source `listed`, and the handle of the source `inbox`. */
export const CASE_LIST = { id: 'list-1', title: 'Daily List' }
export const CASE_INBOX = 'daily'

export type CaseEntry = {
  readonly id: string
  /** null: of a feed that is followed no longer. */
  readonly source: CaseSourceName | null
  readonly title: string | null
  readonly author: string | null
  readonly description: string | null
  readonly content: string | null
  readonly language: string | null
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
  readonly publishedAt: number
  readonly read: boolean
  readonly starred: boolean
  readonly labels: readonly string[]
  readonly highlighted: boolean
  /** Of a highlighted entry the first stands on the highlight, the others on the entry. */
  readonly notes: readonly string[]
  readonly transcript: string | null
}

const HOUR = 3_600_000
const hours = (count: number): number => CASES_NOW - count * HOUR
const days = (count: number): number => hours(count * 24)
const entry = (
  id: string,
  source: CaseSourceName | null,
  publishedAt: number,
  title: string | null,
  content: string | null,
  more: Partial<CaseEntry> = {},
): CaseEntry => ({
  id,
  source,
  title,
  author: null,
  description: null,
  content,
  language: null,
  media: [],
  attachments: [],
  publishedAt,
  read: false,
  starred: false,
  labels: [],
  highlighted: false,
  notes: [],
  transcript: null,
  ...more,
})
const read = { read: true }
const photo: Media = { type: 'photo', url: 'https://example.org/"type":"video".jpg' }
const film: Media = { type: 'video', url: 'https://example.org/film' }
const attached = (mime: string): Attachment => ({ url: 'https://example.org/file', mime_type: mime })

export const caseEntries: readonly CaseEntry[] = [
  entry('e01', 'rust', hours(1), 'Rust 1.90 released', '<p>The <b>bor</b>row checker is faster.</p>', {
    author: 'Ada Lovelace',
    language: 'en',
  }),
  entry('e02', 'rust', hours(5), 'Async closures', '<p>Rust async &amp; await, e-mail us</p>', {
    author: 'Grace Hopper',
    ...read,
  }),
  entry('e03', 'rust', hours(26), 'Don’t panic!', '<p>“Smart quotes” and C++ code: foo::bar(x)</p>', {
    language: 'en-US',
    starred: true,
    labels: ['Later', 'work/reading'],
    highlighted: true,
    notes: ['Ask Ada about “panic”', '100% sure'],
  }),
  entry('e04', 'verge', days(2), 'Café culture in Orléans', null, {
    description: 'Un été à Paris',
    language: 'fr',
    labels: ['work/Réseau', 'work'],
    notes: ['Café à voir'],
  }),
  entry('e05', 'verge', hours(73), 'ＦＵＬＬ　ＷＩＤＴＨ news', 'Wide letters', read),
  entry('e06', 'verge', days(4), '100% of_users "agree"', 'a_b c%d back\\slash'),
  entry('e07', 'zhihu', hours(2), '人工智能的新进展', '<p>大模型和日本语研究</p>', {
    language: 'zh-CN',
    author: '张伟',
  }),
  entry('e08', 'zhihu', hours(30), '用React写网页', '<p>前端开发 React</p>', { language: 'zh-TW', ...read }),
  entry('e09', 'zhihu', days(10), '繁體中文標題', null, { language: 'zh-tw' }),
  entry('e10', 'nhk', hours(3), '日本語のデータベース', '<p>全文検索の仕組み</p>', {
    language: 'ja',
    labels: ['later', '日本/IT'],
    highlighted: true,
  }),
  entry('e11', 'nhk', hours(40), 'がんばれ日本', '<p>サッカー代表</p>', {
    language: 'ja',
    ...read,
    starred: true,
  }),
  entry('e12', 'nhk', days(20), 'ｶﾀｶﾅ半角', 'テスト', { language: 'ja' }),
  entry('e13', 'fotos', hours(6), 'Sonnenuntergang über Heidelberg', null, {
    language: 'de',
    media: [photo],
  }),
  entry('e14', 'fotos', days(3), 'Straße im Müller-Viertel', null, {
    language: 'de',
    media: [photo],
    attachments: [attached('image/png')],
    ...read,
  }),
  entry('e15', 'fotos', days(5), 'Video vom Fluss', null, { language: 'de', media: [film] }),
  entry('e16', 'pod', days(7), 'Episode 1', null, {
    author: 'Q & A Team',
    attachments: [attached('audio/mpeg')],
    transcript: 'Welcome to the Café. 日本の話, 100% true',
  }),
  entry('e17', 'pod', days(14), 'Episode 2', null, {
    attachments: [attached('video/mp4')],
    ...read,
    starred: true,
  }),
  entry('e18', 'pod', days(21), 'Bonus PDF', null, { attachments: [attached('application/pdf')] }),
  entry('e19', 'listed', hours(8), 'Listed story', 'Only by list'),
  entry('e20', 'listed', hours(9), '😀 Emoji party 🎉', '👩‍👩‍👧 family', read),
  entry('e21', 'inbox', hours(11), 'Newsletter #1', '<p>Hello from mail</p>'),
  entry('e22', 'inbox', hours(12), 'Re: Newsletter', 'OR and sort', read),
  entry('e23', null, days(60), 'Old favourite', 'from an unfollowed feed', { ...read, starred: true }),
  entry('e34', null, days(61), 'Labelled once', null, { ...read, labels: ['work'] }),
  entry('e35', null, days(62), 'Noted once', null, { ...read, notes: ['日本のメモ'] }),
  entry('e24', 'rust', days(1), null, '<p>untitled note</p>'),
  entry('e25', 'rust', hours(13), 'ﬁle ligature ②', null),
  entry(
    'e26',
    'verge',
    hours(14),
    'Tags',
    '<a href="https://example.org/hidden">link</a><img alt="picture" src="https://example.org/x.png"><p>one</p><p>two</p>',
    read,
  ),
  entry('e27', 'verge', Date.UTC(2026, 1, 28, 12), 'Exact month', '', read),
  entry('e28', 'verge', Date.UTC(2026, 0, 1), 'New year', null),
  entry('e29', 'verge', Date.UTC(2025, 2, 31, 11, 59), 'Year ago', null),
  entry('e30', 'nhk', Date.UTC(2026, 2, 30), 'Same time A', null, read),
  entry('e31', 'nhk', Date.UTC(2026, 2, 30), 'Same time B', null),
  entry('e32', 'rust', hours(15), 'Language: none', 'Hebrew שלום and Русский ёлка'),
  entry('e36', 'pod', hours(17), 'Transcript', `<p>${'lorem '.repeat(700)}</p>`, read),
  entry('e33', 'verge', hours(16), 'ADA conference', null, { author: 'ada', ...read }),
]

/** A query, and the ids of what it selects. Order counts where the query sorts or bounds. */
export type QueryCase = readonly [query: string, ids: string]

export const queryCases: readonly QueryCase[] = [
  // words and phrases
  ['rust', 'e01 e02'],
  ['RUST', 'e01 e02'],
  ['released', 'e01'],
  ['leas', 'e01'],
  ['borrow', 'e01'],
  ['rust async', 'e02'],
  ['"rust async"', 'e02'],
  ['"async rust"', ''],
  ['"checker  is"', 'e01'],
  ['async & await', 'e02'],
  ['amp', ''],
  ['e-mail', 'e02'],
  ["don't", 'e03'],
  ['don’t', 'e03'],
  ['"\\"smart quotes\\""', 'e03'],
  ['c++', 'e03'],
  ['"foo::bar(x)"', 'e03'],
  ['cafe', 'e04 e16'],
  ['CAFÉ', 'e04 e16'],
  ['orleans', 'e04'],
  ['ete', 'e04'],
  ['"full width"', 'e05'],
  ['ｎｅｗｓ', 'e05 e21 e22'],
  ['100%', 'e06 e16'],
  ['of_users', 'e06'],
  ['ofxusers', ''],
  ['c%d', 'e06'],
  ['back\\slash', 'e06'],
  ['"\\"agree\\""', 'e06'],
  ['hidden', ''],
  ['picture', ''],
  ['link', 'e26'],
  ['onetwo', ''],
  ['"one two"', 'e26'],
  ['untitled', 'e24'],
  ['file', 'e25'],
  ['2', 'e17 e25'],
  // Chinese, Japanese, German, other scripts, emoji
  ['智能', 'e07'],
  ['能的新', 'e07'],
  ['展', 'e07'],
  ['能人', ''],
  ['日本', 'e07 e10 e11 e16'],
  ['日本語', 'e10'],
  ['react', 'e08'],
  ['写网', 'e08'],
  ['中文', 'e09'],
  ['データ', 'e10'],
  ['ベース', 'e10'],
  ['検索', 'e10'],
  ['がん', 'e11'],
  ['かん', ''],
  ['カタカナ', 'e12'],
  ['半角 テスト', 'e12'],
  ['heidelberg', 'e13'],
  ['berg', 'e13'],
  ['uber', 'e13'],
  ['müller', 'e14'],
  ['viertel', 'e14'],
  ['straße', 'e14'],
  ['😀', 'e20'],
  ['🎉 party', 'e20'],
  ['שלום', 'e32'],
  ['РУССКИЙ', 'e32'],
  ['елка', 'e32'],
  // fields
  ['title:rust', 'e01'],
  ['title:async', 'e02'],
  ['title:"of_users"', 'e06'],
  ['author:ada', 'e01 e33'],
  ['author:"ada lovelace"', 'e01'],
  ['author:张', 'e07'],
  ['ada', 'e33'],
  ['-author:ada in:dev', 'e02 e03 e24 e25 e32'],
  // sources
  ['feed:rust', 'e01 e02 e03 e24 e25 e32'],
  ['feed:"RUST BLOG"', 'e01 e02 e03 e24 e25 e32'],
  ['feed:blog', ''],
  ['feed:知乎日报', 'e07 e08 e09'],
  ['feed:nhkニュース is:unread', 'e10 e12 e31'],
  ['feed:"Podcast \\"Q&A\\""', 'e16 e17 e18 e36'],
  ['feed:"listed feed"', 'e19 e20'],
  ['in:news has:image', ''],
  ['in:news lang:zh', 'e07 e08 e09'],
  ['in:"世界 news"', 'e10 e11 e12 e30 e31'],
  ['in:nowhere', ''],
  ['-in:news -in:dev -in:"世界 News"', 'e13 e14 e15 e16 e17 e18 e19 e20 e21 e22 e23 e34 e35 e36'],
  ['tag:tech is:starred', 'e03 e17'],
  ['tag:"Tech / Rust"', 'e01 e02 e03 e24 e25 e32'],
  ['tag:daily in:dev', 'e01 e02 e03 e24 e25 e32'],
  ['tag:tech view:audios', 'e16 e17 e18 e36'],
  ['tag:tec', ''],
  ['tag:letters', 'e21 e22'],
  ['list:"daily list"', 'e19 e20'],
  ['list:list-1 is:read', 'e20'],
  ['inbox:daily', 'e21 e22'],
  ['inbox:"mail letters" is:unread', 'e21'],
  ['feed:"mail letters"', ''],
  ['view:pictures', 'e13 e14 e15'],
  ['view:picture has:video', 'e15'],
  ['view:audios', 'e16 e17 e18 e36'],
  ['view:social -lang:zh', ''],
  ['view:videos OR view:notifications', ''],
  // state, media, language, label
  ['is:starred', 'e03 e11 e17 e23'],
  ['is:starred -is:read', 'e03'],
  ['is:unread view:social', 'e07 e09'],
  ['is:read feed:rust', 'e02'],
  ['is:read is:unread', ''],
  // feeds that publish seldom: here those with at most six entries
  ['is:rare is:starred', 'e03 e11 e17'],
  ['is:rare view:social', 'e07 e08 e09'],
  ['is:rare feed:rust is:read', 'e02'],
  ['is:rare feed:"the verge"', ''],
  ['is:rare inbox:daily', ''],
  ['-is:rare lang:fr', 'e04'],
  ['-is:rare lang:ja', ''],
  ['is:rare list:list-1', 'e19 e20'],
  ['has:image', 'e13 e14'],
  ['has:video', 'e15 e17'],
  ['has:audio', 'e16'],
  ['has:attachment', 'e14 e16 e17 e18'],
  ['has:attachment -has:audio -has:video', 'e14 e18'],
  ['lang:en', 'e01 e03'],
  ['lang:en-us', 'e03'],
  ['lang:zh-tw', 'e08 e09'],
  ['lang:ja is:starred', 'e11'],
  ['label:later', 'e03 e10'],
  ['label:LATER is:unread', 'e03 e10'],
  ['-label:later is:starred', 'e11 e17 e23'],
  ['label:work', 'e03 e04 e34'],
  ['label:work/reading', 'e03'],
  ['label:"Work / Reading"', 'e03'],
  ['label:work feed:rust', 'e03'],
  ['label:work OR label:later', 'e03 e04 e10 e34'],
  ['label:wor', ''],
  ['label:"日本"', 'e10'],
  ['has:note', 'e03 e04 e35'],
  ['has:highlight', 'e03 e10'],
  ['has:highlight -has:note', 'e10'],
  ['has:NOTE', 'e03 e04 e35'],
  ['note:ada', 'e03'],
  ['note:"about \\"panic\\""', 'e03'],
  ['note:100%', 'e03'],
  ['note:1%0', ''],
  ['note:cafe', 'e04'],
  ['note:メモ', 'e35'],
  ['note:cafe OR note:sure', 'e03 e04'],
  ['-has:note is:starred', 'e11 e17 e23'],
  ['note:nothing', ''],
  ['transcript:welcome', 'e16'],
  ['transcript:"the cafe"', 'e16'],
  ['transcript:日本', 'e16'],
  ['transcript:100%', 'e16'],
  ['transcript:1%0', ''],
  // Words in a transcript are words of the entry: they are found with and without the field.
  ['welcome', 'e16'],
  ['"the cafe" episode', 'e16'],
  ['true -title:episode', ''],
  ['-welcome in:audio', 'e17 e18 e36'],
  // No phrase reaches from one into the other.
  ['"1 welcome"', ''],
  ['in:audio -transcript:cafe', 'e17 e18 e36'],
  ['transcript:cafe OR note:cafe', 'e04 e16'],
  // reading time
  ['time:>2m', 'e36'],
  ['time:<5 view:audios', 'e16 e17 e18 e36'],
  ['time:<3m view:audios', 'e16 e17 e18'],
  ['-time:<3m', 'e36'],
  // time
  ['newer:2h', 'e01 e07'],
  ['newer:180m', 'e01 e07 e10'],
  ['older:3d newer:1w', 'e05 e06 e15 e16'],
  ['older:1mo', 'e23 e28 e29 e34 e35'],
  ['newer:1mo older:2w', 'e12 e18 e27'],
  ['older:1y', 'e29'],
  ['after:2026-03-31', 'e01 e02 e07 e10 e13 e19 e20 e21 e22'],
  ['before:2026-03-30 after:2026-03-29', 'e04 e11'],
  ['after:2026-01-01 before:2026-01-02', 'e28'],
  // combinations, order, bound
  ['rust OR 日本', 'e01 e02 e07 e10 e11 e16'],
  ['rust 日本 OR emoji', 'e20'],
  ['(rust OR emoji) is:read', 'e02 e20'],
  ['-(rust OR is:read) feed:rust', 'e03 e24 e25 e32'],
  ['--rust', 'e01 e02'],
  ['-rust feed:rust is:unread', 'e03 e24 e25 e32'],
  ['episode sort:old', 'e17 e16'],
  ['episode sort:new', 'e16 e17'],
  ['same sort:old', 'e30 e31'],
  ['same', 'e31 e30'],
  ['feed:rust limit:2', 'e01 e02'],
  ['sort:old limit:3', 'e29 e28 e35'],
  ['limit:1', 'e01'],
  ['is:unread limit:2 sort:old', 'e29 e28'],
]
