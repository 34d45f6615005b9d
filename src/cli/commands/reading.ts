import type { TimelineItem } from '../../contract/entries.ts'
import { MAX_READING_MINUTES } from '../../contract/reading-list.ts'
import type { Command, Outcome } from '../command.ts'
import { decodeEntity, ENTITY } from '../../core/plain-text.ts'
import { RefusedError, UsageError } from '../failures.ts'
import { printableLine } from '../printable.ts'
import { followedFeeds, namedSource, sourceOptions } from './sources.ts'

const BLOCKS = 'p|div|section|article|header|footer|blockquote|pre|ul|ol|table|tr|h[1-6]|figure|figcaption|hr'

/** The content of an entry as text: a blank line between blocks, links and pictures with their address. */
function entryText(html: string): string {
  const text = html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gis, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_, href: string, words: string) =>
      words.trim() === '' || words === href ? href : `${words} <${href}>`.replace(/<(\S+)>$/, '&lt;$1&gt;'),
    )
    .replaceAll(new RegExp(`</?(?:${BLOCKS})\\b[^>]*>`, 'gi'), '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(ENTITY, decodeEntity)
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const limit = { value: 'NUMBER', summary: 'At most so many; 20 when absent.' }
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

function limitOf(text: string | true | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > MAX_LIMIT)
    throw new UsageError(`--limit is a number from 1 to ${MAX_LIMIT}.`)
  return number
}

function startOf(text: string | true | undefined): number {
  const number = Number(text ?? 0)
  if (!Number.isInteger(number) || number < 0) throw new UsageError('--from is a number of characters.')
  return number
}

/** One line each: id, day, unread and starred, feed, title. */
function entriesOutcome(items: readonly TimelineItem[], rest: object = {}): Outcome {
  const rows = items.map(({ entries, feeds, read, collections }) => ({
    id: entries.id,
    title: entries.title ?? null,
    feed: feeds.title ?? null,
    url: entries.url ?? null,
    publishedAt: entries.publishedAt,
    read: read ?? false,
    starred: collections !== undefined,
  }))
  const lines = rows.map(({ id, publishedAt, read, starred, feed, title }) =>
    [
      id,
      publishedAt.slice(0, 10),
      `${read ? ' ' : '•'}${starred ? '★' : ' '}`,
      `${printableLine(feed ?? '')}: ${printableLine(title ?? '')}`,
    ].join('  '),
  )
  return { json: { entries: rows, ...rest }, text: lines.length > 0 ? lines.join('\n') : 'No entries.' }
}

export const readingCommands: readonly Command[] = [
  {
    name: 'feeds',
    summary: 'List the feeds that you follow.',
    calls: ['subscriptions.list'],
    run: async ({ api }) => {
      const feeds = await followedFeeds(api())
      const lines = feeds.map(({ feedId, title, folder, url }) =>
        [feedId, printableLine(title), ...(folder ? [`[${printableLine(folder)}]`] : []), url].join('  '),
      )
      return { json: { feeds }, text: lines.length > 0 ? lines.join('\n') : 'You follow no feeds.' }
    },
  },
  {
    name: 'list',
    summary: 'List entries, the newest first.',
    options: {
      ...sourceOptions,
      unread: { summary: 'Only unread ones.' },
      starred: { summary: 'Only starred ones.' },
      limit,
    },
    calls: ['entries.list', 'subscriptions.list'],
    run: async (context, { options }) => {
      const api = context.api()
      const { data = [] } = await api.entries.list({
        ...(await namedSource(api, options)),
        ...(options['unread'] && { read: false }),
        ...(options['starred'] && { isCollection: true }),
        limit: limitOf(options['limit']),
      })
      return entriesOutcome(data)
    },
  },
  {
    name: 'search',
    summary: 'List entries that a query selects: words, or conditions such as is:unread feed:Name.',
    args: [{ name: 'QUERY', text: true }],
    options: {
      limit,
      cursor: { value: 'CURSOR', summary: 'The page after another one: the cursor of its JSON.' },
      count: { summary: 'Count all that it selects, too.' },
      once: { summary: 'Of a story that several feeds tell, the first entry alone.' },
    },
    calls: ['entries.search'],
    run: async ({ api }, { args: [q = ''], options }) => {
      const { data, cursor, total } = await api().entries.search({
        q,
        limit: limitOf(options['limit']),
        ...(typeof options['cursor'] === 'string' && { cursor: options['cursor'] }),
        ...(options['count'] && { count: true }),
        ...(options['once'] && { once: true }),
      })
      const found = entriesOutcome(data, { ...(cursor && { cursor }), ...(total !== undefined && { total }) })
      return total === undefined ? found : { ...found, text: `${found.text}\n${total} in all.` }
    },
  },
  {
    name: 'read-for',
    summary: 'List unread entries that take so many minutes to read, of rare feeds first.',
    args: [{ name: 'MINUTES' }],
    calls: ['entries.readingList'],
    run: async ({ api }, { args: [text = ''] }) => {
      const minutes = Number(text)
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_READING_MINUTES)
        throw new UsageError(`MINUTES is a number from 1 to ${MAX_READING_MINUTES}.`)
      return entriesOutcome((await api().entries.readingList({ minutes })).data)
    },
  },
  {
    name: 'read',
    summary: 'Print the text of an entry. It stays unread.',
    args: [{ name: 'ENTRY' }],
    options: {
      full: { summary: 'The text of its page instead of that of its feed.' },
      from: { value: 'NUMBER', summary: 'Leave out so many characters of the text.' },
    },
    calls: ['entries.get', 'entries.readability'],
    run: async (context, { args: [id = ''], options }) => {
      const api = context.api()
      const { data } = await api.entries.get({ id })
      if (!data) throw new RefusedError('There is no such entry.')
      const { entries, feeds } = data
      const full = options['full'] ? (await api.entries.readability({ id })).data?.content : undefined
      const { content, description, ...entry } = entries
      const text = entryText(full ?? content ?? description ?? '').slice(startOf(options['from']))
      const head = [entries.title, feeds.title, entries.author, entries.url, entries.publishedAt]
      return {
        json: { ...entry, feed: feeds.title ?? null, text },
        text: [...head.flatMap((one) => (one ? printableLine(one) : [])), '', text].join('\n'),
      }
    },
  },
]
