/**
 * The least that the same crawl can cost in Node: fetch, unzip, decode, a full parser (feedsmith, which reads every module
 * of a feed), and its entries into a table with one key and one index, a transaction for each feed, not waiting for the
 * disk. Unchanged feeds are requested with their ETag, and nothing is written. Started by crawl.bench.ts.
 */
import { Agent, get } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { parseFeed } from 'feedsmith'
import { answerOrders } from '../child.ts'
import { costOf, type Cost } from '../usage.ts'

export type BareOrder = { readonly urls: readonly string[] }
export type BareReply = Cost & { readonly entries: number }

/** As many as the product has open at once. */
const AT_ONCE = 64
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const etags = new Map<string, string>()
const db = new DatabaseSync(process.argv[2] ?? ':memory:')
db.exec(`pragma journal_mode=WAL; pragma synchronous=NORMAL;
  create table e(id integer primary key, feed text, guid text, title text, link text, content text, at int, unique(feed, guid));
  create index e_at on e(at)`)
const insert = db.prepare(
  'insert or ignore into e(feed, guid, title, link, content, at) values(?, ?, ?, ?, ?, ?)',
)

function fetchBare(url: string): Promise<Buffer | null> {
  const etag = etags.get(url)
  const headers = { 'accept-encoding': 'gzip', ...(etag ? { 'if-none-match': etag } : {}) }
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.headers.etag) etags.set(url, answer.headers.etag)
        resolve(answer.statusCode === 200 ? gunzipSync(Buffer.concat(chunks)) : null)
      })
    }).on('error', reject)
  })
}

function decoded(bytes: Buffer): string {
  const named = /encoding=["']([\w-]+)/i.exec(bytes.toString('latin1', 0, 200))?.[1] ?? 'utf-8'
  return /utf-?8/i.test(named) ? bytes.toString('utf8') : new TextDecoder(named).decode(bytes)
}

type Item = { guid: string; title: string; link: string; content: string }

function itemsOf(text: string): Item[] {
  const parsed = parseFeed(text)
  if (parsed.format === 'rss')
    return (parsed.feed.items ?? []).map(({ guid, title, link, content, description }) => ({
      guid: guid?.value ?? link ?? '',
      title: title ?? '',
      link: link ?? '',
      content: content?.encoded ?? description ?? '',
    }))
  if (parsed.format === 'atom')
    return (parsed.feed.entries ?? []).map(({ id, title, links, content }) => ({
      guid: id ?? '',
      title: textOf(title),
      link: links?.[0]?.href ?? '',
      content: textOf(content),
    }))
  return []
}

/** Texts of Atom are objects in some releases of the parser, and plain in others. */
const textOf = (text: unknown): string =>
  typeof text === 'string' ? text : String((text as { value?: string } | undefined)?.value ?? '')

function store(url: string, items: readonly Item[]): number {
  let added = 0
  db.exec('begin')
  for (const { guid, title, link, content } of items)
    added += Number(insert.run(url, guid, title, link, content, Date.now()).changes)
  db.exec('commit')
  return added
}

answerOrders(async ({ urls }: BareOrder): Promise<BareReply> => {
  let entries = 0
  let next = 0
  const work = async (): Promise<void> => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const bytes = await fetchBare(url)
      if (bytes) entries += store(url, itemsOf(decoded(bytes)))
    }
  }
  const cost = await costOf(() => Promise.all(Array.from({ length: AT_ONCE }, work)))
  return { ...cost, entries }
})
