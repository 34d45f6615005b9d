/** Writes subscriptions as OPML 2.0. Data without an OPML attribute is in extra attributes, which other programs ignore. */
import { generateOpml } from 'feedsmith'
import type { FeedRequestSettings } from '../../contract/feed-requests.ts'
import { views, type View } from '../../contract/views.ts'
import {
  accountOutlines,
  attributeNames,
  feedAttributes,
  NAMESPACE,
  type AccountSettings,
  type FeedSettings,
} from './account-settings.ts'

export type ExportedFeed = {
  readonly url: string
  /** The feed's own title. */
  readonly feedTitle: string | null
  /** The user's title. */
  readonly title: string | null
  readonly siteUrl: string | null
  readonly category: string | null
  readonly view: View
  readonly isPrivate: boolean
  /** Request settings for the user; null: none. Secrets are in no file. */
  readonly request: FeedRequestSettings | null
  readonly settings: FeedSettings
}
export type ExportOptions = {
  /** Top folders: the six views with folders inside, or the folders alone. */
  readonly folderMode: 'view' | 'category'
  /** The address of a feed for other programs: another one where only a plugin here can read it. */
  readonly exportedAddress: (url: string) => string
  /** Written besides the feeds if there are any; null leaves them out. */
  readonly account: AccountSettings | null
}

const ATTRIBUTES = [
  'view',
  'isPrivate',
  'source',
  'userAgent',
  'proxy',
  'userName',
  'allowsInsecure',
  'ignoresEdits',
  'usesFetcher',
  'xmlns:lectern',
  ...attributeNames.map((name) => `lectern:${name}` as const),
] as const
const FOLDER_NAMES = {
  article: 'Articles',
  social: 'Social media',
  picture: 'Pictures',
  video: 'Videos',
  audio: 'Audios',
  notification: 'Notifications',
} satisfies Record<(typeof views)[number], string>

type Outline = {
  text: string
  title?: string
  type?: string
  xmlUrl?: string
  htmlUrl?: string
  category?: string
  view?: string
  isPrivate?: string
  source?: string
  userAgent?: string
  proxy?: string
  userName?: string
  allowsInsecure?: string
  ignoresEdits?: string
  usesFetcher?: string
  isComment?: boolean
  outlines?: Outline[]
} & Readonly<Partial<Record<`lectern:${string}` | 'xmlns:lectern', string>>>

/** @param now the file's date */
export function writeOpml(feeds: readonly ExportedFeed[], options: ExportOptions, now: Date): string {
  const outlines = options.folderMode === 'view' ? byView(feeds, options) : byCategory(feeds, options)
  // OPML requires at least one outline; a comment is not imported.
  if (outlines.length === 0) outlines.push({ text: 'No subscriptions', isComment: true })
  outlines.push(...accountOutline(options.account))
  const document = { head: { title: 'Lectern subscriptions', dateCreated: now }, body: { outlines } }
  return generateOpml(document, { extraOutlineAttributes: ATTRIBUTES })
}

/** One comment outline with the settings of the account, so that other readers create no folders for them. */
function accountOutline(account: AccountSettings | null): Outline[] {
  const lines = account ? accountOutlines(account) : []
  if (lines.length === 0) return []
  const outlines = lines.map(({ text, own }) => ({ text, isComment: true, ...qualified(own) }))
  return [{ text: 'Settings of Lectern', isComment: true, outlines }]
}

/** Attributes in Lectern's namespace, which strict parsers want declared. */
function qualified(attributes: Readonly<Record<string, string>>): Partial<Outline> {
  const names = Object.entries(attributes)
  if (names.length === 0) return {}
  return {
    'xmlns:lectern': NAMESPACE,
    ...Object.fromEntries(names.map(([name, value]) => [`lectern:${name}`, value])),
  }
}

function byView(feeds: readonly ExportedFeed[], options: ExportOptions): Outline[] {
  return views.flatMap((name, view) => {
    const feedsOfView = feeds.filter((feed) => feed.view === view)
    if (feedsOfView.length === 0) return []
    return [{ text: FOLDER_NAMES[name], view: String(view), outlines: byCategory(feedsOfView, options) }]
  })
}

/** A folder takes the position of its first feed, which preserves the order as far as folders allow. */
function byCategory(feeds: readonly ExportedFeed[], options: ExportOptions): Outline[] {
  const folders = new Map<string, Outline[]>()
  const outlines: Outline[] = []
  for (const feed of feeds) {
    const inside = feed.category === null ? outlines : folders.get(feed.category)
    if (inside) inside.push(toOutline(feed, options))
    else if (feed.category !== null) {
      const content = [toOutline(feed, options)]
      folders.set(feed.category, content)
      outlines.push({ text: feed.category, title: feed.category, outlines: content })
    }
  }
  return outlines
}

function toOutline(feed: ExportedFeed, { exportedAddress }: ExportOptions): Outline {
  const xmlUrl = exportedAddress(feed.url)
  return {
    text: feed.title ?? feed.feedTitle ?? feed.url,
    ...(feed.title === null ? {} : { title: feed.title }),
    type: 'rss',
    xmlUrl,
    ...(feed.siteUrl === null ? {} : { htmlUrl: feed.siteUrl }),
    ...(feed.category === null ? {} : { category: feed.category }),
    view: String(feed.view),
    ...(feed.isPrivate ? { isPrivate: 'true' } : {}),
    ...(xmlUrl === feed.url ? {} : { source: feed.url }),
    ...requestAttributes(feed.request),
    ...qualified(feedAttributes(feed.settings)),
  }
}

function requestAttributes(request: FeedRequestSettings | null): Partial<Outline> {
  if (!request) return {}
  const { userAgent, proxy, username, allowsInsecure, ignoresEdits, usesFetcher } = request
  return {
    ...(userAgent !== null && { userAgent }),
    ...(proxy !== null && { proxy }),
    ...(username !== null && { userName: username }),
    allowsInsecure: String(allowsInsecure),
    ignoresEdits: String(ignoresEdits),
    usesFetcher: String(usesFetcher),
  }
}
