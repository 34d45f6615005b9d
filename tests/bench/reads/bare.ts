/** The least that the same reads can cost: one statement each, and JSON of its rows. Started by reads.bench.ts. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { answerOrders } from '../child.ts'
import { READER } from './library.ts'
import { caseNames, type CaseName } from './cases.ts'

/** Runs a case repeatedly, with each of its values in turn. */
export type BareOrder = {
  readonly ask: CaseName
  readonly times: number
  readonly values: readonly unknown[][]
}
export type BareReply = { readonly bytes: number }

const [dir = '', url = '', port = '0'] = process.argv.slice(2)
type Rows = (sql: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

async function opened(): Promise<Rows> {
  if (url === '') {
    const db = new DatabaseSync(join(dir, 'lectern.sqlite'), { readOnly: true })
    db.exec('pragma cache_size=-65536')
    const prepared = new Map<string, ReturnType<typeof db.prepare>>()
    return async (sql, values) => {
      const statement = prepared.get(sql) ?? db.prepare(sql)
      prepared.set(sql, statement)
      return statement.all(...(values as string[]))
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const names = new Map<string, string>()
  return async (sql, values) => {
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    let at = 0
    return (
      await client.query({ name, text: sql.replaceAll('?', () => `$${(at += 1)}`), values: [...values] })
    ).rows
  }
}

const by = url === '' ? 'indexed by "entriesPublished" cross join' : 'join'
const on = url === '' ? 'where' : 'on'
const also = url === '' ? 'and' : 'where'
const mark = `left join reads r on r."userId" = '${READER}' and r."entryId" = e.id`
/** SQLite uses the written join order; PostgreSQL plans it. */
const walk = (
  condition: string,
): string => `select e.*, r."readAt", f.title as feed, f.url as "feedUrl" from (
    select e.* from entries e ${by} subscriptions s ${on} s."userId" = '${READER}' and s."feedId" = e."feedId"
    ${also} s."hideFromTimeline" = 0 and s.view = 0 ${condition} order by e."publishedAt" desc, e.id desc limit 50) e
  join feeds f on f.id = e."feedId" ${mark} order by e."publishedAt" desc, e.id desc`
const unread = `not exists (select 1 from reads r where r."userId" = '${READER}' and r."entryId" = e.id)`

const STATEMENTS: Record<CaseName, string> = {
  timeline: walk(''),
  unread: walk(`and ${unread}`),
  far: walk('and e."publishedAt" < ?'),
  feed: `select e.*, r."readAt", f.title as feed from (select * from entries e where e."feedId" = ?
    order by e."publishedAt" desc, e.id desc limit 50) e join feeds f on f.id = e."feedId" ${mark}
    order by e."publishedAt" desc, e.id desc`,
  counts: `select e."feedId", count(*) as count from subscriptions s join entries e on e."feedId" = s."feedId"
    where s."userId" = '${READER}' and ${unread} group by e."feedId"`,
  entry: `select e.*, c.content, f.title as feed, f.url as "feedUrl" from entries e join "entryContents" c on c."entryId" = e.id
    join feeds f on f.id = e."feedId" where e.id = ?`,
}

const rows = await opened()
const answer = async (name: CaseName, values: readonly unknown[]): Promise<string> =>
  JSON.stringify({ code: 0, data: await rows(STATEMENTS[name], values) })

const server = createServer(async (request, response) => {
  const requests = new URL(request.url ?? '', 'http://bare.example')
  const name = caseNames.find((one) => `/${one}` === requests.pathname) ?? 'entry'
  const body = await answer(name, requests.searchParams.getAll('v'))
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}).listen(Number(port), '127.0.0.1')
await new Promise((ready) => server.once('listening', ready))

answerOrders(async ({ ask, times, values }: BareOrder): Promise<BareReply & { port: number }> => {
  let bytes = 0
  for (let at = 0; at < times; at += 1) bytes += (await answer(ask, values[at % values.length] ?? [])).length
  return { bytes, port: (server.address() as AddressInfo).port }
})
