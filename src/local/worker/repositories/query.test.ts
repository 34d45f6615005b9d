import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryAst, randomEntries } from '../../../contract/query/arbitrary.sample.ts'
import type { QueryAst } from '../../../contract/query/ast.ts'
import { selectByPredicate } from '../../../contract/query/case-facts.ts'
import {
  CASE_INBOX,
  CASE_LIST,
  caseEntries,
  CASES_NOW,
  caseSources,
  queryCases,
  type CaseEntry,
  type CaseSource,
} from '../../../contract/query/cases.ts'
import { formatQuery } from '../../../contract/query/format.ts'
import { parseQuery } from '../../../contract/query/parse.ts'
import { RANKINGS } from '../../../contract/query/rankings.ts'
import type { Local, ReceivedEntry, StoredHighlight, SubscriptionSet } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'
import { highlight } from '../highlight.sample.ts'

const subscription = (id: string, type: 'feed' | 'list' | 'inbox', source: CaseSource) => ({
  id: `${type}/${id}`,
  type,
  feedId: type === 'feed' ? id : null,
  listId: type === 'list' ? id : null,
  inboxId: type === 'inbox' ? id : null,
  userId: 'me',
  view: source.view,
  isPrivate: false,
  title: source.ownTitle ?? null,
  category: source.folder ?? null,
  createdAt: 1,
})

const named = Object.entries<CaseSource>(caseSources)
const library: SubscriptionSet = {
  subscriptions: named.map(([name, source]) =>
    source.kind === 'feed'
      ? subscription(name, 'feed', source)
      : source.kind === 'inbox'
        ? subscription(CASE_INBOX, 'inbox', source)
        : subscription(CASE_LIST.id, 'list', source),
  ),
  feeds: named
    .filter(([, { kind }]) => kind !== 'inbox')
    .map(([id, { title }]) => ({ type: 'feed', id, url: `https://example.org/${id}`, title })),
  lists: [{ type: 'list', ...CASE_LIST, feedIds: ['listed'], view: 0, fee: 0 }],
  inboxes: [{ type: 'inbox', id: CASE_INBOX, title: caseSources.inbox.title, secret: 's' }],
} as unknown as SubscriptionSet

const received = ({
  source,
  content,
  starred,
  media,
  attachments,
  highlighted: _,
  notes: __,
  transcript: ___,
  ...rest
}: CaseEntry): ReceivedEntry =>
  entry({
    ...rest,
    media: [...media],
    attachments: [...attachments],
    feedId: source === 'inbox' ? CASE_INBOX : (source ?? 'gone'),
    starredAt: starred ? 1 : null,
    view: 0,
    ...(content !== null && { content }),
  })

function highlightsOf({ id, highlighted, notes }: CaseEntry): StoredHighlight[] {
  const [first = null, ...others] = highlighted ? notes : [null, ...notes]
  const quoted = { exact: 'a quotation', prefix: '', suffix: '' }
  const rows = [
    ...(highlighted ? [{ quote: quoted, note: first }] : []),
    ...others.map((note) => ({ quote: null, note })),
  ]
  return rows.map((row, at) => highlight({ ...row, id: `${id}-${at}`, entryId: id }))
}

async function libraryOf(entries: readonly CaseEntry[]): Promise<Local> {
  const local = memoryLocal()
  await local.call('subscriptions.replace', library)
  const feedTags = Object.fromEntries(
    named.map(([name, { kind, tags = [] }]) => [kind === 'inbox' ? CASE_INBOX : name, tags]),
  )
  await local.call('settings.put', { tab: 'general', payload: { feedTags }, updated: 1 })
  await local.call('entries.put', entries.map(received))
  await local.call('highlights.put', { rows: entries.flatMap(highlightsOf), deleted: [], complete: true })
  for (const { id, transcript: text } of entries)
    if (text !== null) {
      const transcript = { lines: [{ start: null, end: null, text }], language: null }
      await local.call('episodes.put', { entryId: id, transcript, at: 1 })
    }
  return local
}
const select = async (local: Local, ast: QueryAst): Promise<string[]> =>
  (await local.call('entries.query', { select: ast, now: CASES_NOW, limit: 1000 })).map(({ id }) => id)
const astOf = (query: string): QueryAst => {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.ast
}

describe('queries of follow.db', () => {
  let local: Local
  beforeAll(async () => {
    local = await libraryOf(caseEntries)
  })

  test.each(queryCases)('%s', async (query, ids) => {
    const ast = astOf(query)
    const found = await select(local, ast)
    expect(found.toSorted()).toEqual(ids.split(' ').filter(Boolean).toSorted())
    expect(found).toEqual(selectByPredicate(ast))
    const { total } = await local.call('entries.queryCount', { select: query, now: CASES_NOW })
    expect(total).toBe(found.length)
    const asTimeline = {
      of: { query: { select: query, now: CASES_NOW } },
      unreadOnly: false,
      after: null,
      limit: 1000,
    }
    const page = await local.call('timeline.page', asTimeline)
    expect(page.ids.toSorted()).toEqual(found.toSorted())
  })
})

test('an entry is found by its new text and its content, and a removed one not at all', async () => {
  const local = await libraryOf(caseEntries)
  const [first] = caseEntries.map(received)
  if (!first) throw new Error('no entries')
  await local.call('entries.put', [{ ...first, title: 'Gopher 2' }])
  expect(await select(local, astOf('title:rust'))).toEqual([])
  expect(await select(local, astOf('title:gopher'))).toEqual(['e01'])
  await local.call('entries.putContents', [{ id: 'e24', content: '<p>now with a body</p>' }])
  expect(await select(local, astOf('"with a body"'))).toEqual(['e24'])
  await local.call('entries.remove', ['e01'])
  expect(await select(local, astOf('title:gopher'))).toEqual([])
})

test('a hit without a title is named by its text', async () => {
  const local = await libraryOf(caseEntries)
  const [first] = caseEntries.map(received)
  if (!first) throw new Error('no entries')
  await local.call('entries.put', [{ ...first, title: null, description: '<p>Gopher &amp; mole</p>' }])
  const hits = await local.call('entries.query', { select: astOf('sort:new'), now: CASES_NOW, limit: 100 })
  expect(hits.find(({ id }) => id === first.id)?.title).toBe('Gopher & mole')
})

test('hits have the part of their text that says what was looked for', async () => {
  const local = await libraryOf(caseEntries)
  const [first, second] = caseEntries.map(received)
  if (!first || !second) throw new Error('no entries')
  await local.call('entries.put', [{ ...second, description: 'A mole in a garden' }])
  await local.call('entries.putContents', [
    { id: first.id, content: '<p>The <i>mole</i> digs</p>' },
    { id: second.id, content: '' },
  ])
  const ids = [first.id, second.id, 'gone']
  expect(await local.call('entries.snippets', { select: 'mole', ids })).toEqual({
    [first.id]: { text: 'The mole digs', ranges: [[4, 8]] },
    [second.id]: { text: 'A mole in a garden', ranges: [[2, 6]] },
  })
  expect(await local.call('entries.snippets', { select: 'title:mole', ids })).toEqual({})
  const begins = await local.call('entries.snippets', { select: 'title:mole', ids, size: 'passage' })
  expect(begins[first.id]).toEqual({ text: 'The mole digs', ranges: [] })
})

test('pages of a query contain each entry once, and only unread ones on request', async () => {
  const local = await libraryOf(caseEntries)
  const ast = astOf('in:news OR in:dev limit:12')
  const query = { select: ast, now: CASES_NOW }
  const ids: string[] = []
  const times: number[] = []
  for (let done = false; !done;) {
    const after = ids.length === 0 ? null : { publishedAt: times.at(-1) ?? 0, id: ids.at(-1) ?? '' }
    const page = await local.call('timeline.page', { of: { query }, unreadOnly: false, after, limit: 5 })
    ids.push(...page.ids)
    times.push(...page.times)
    done = page.done
  }
  expect(ids).toEqual(selectByPredicate(ast))
  const unread = await local.call('timeline.page', {
    of: { query },
    unreadOnly: true,
    after: null,
    limit: 100,
  })
  const { unread: count } = await local.call('entries.queryCount', query)
  expect(unread.ids).toHaveLength(count)
})

test('words that end among the newest entries, and rare ones, are found in the same order', async () => {
  const titles = ['Pendulum', 'Clock', 'Clock', 'Clock']
  const entries = Array.from({ length: 2400 }, (_, at): CaseEntry => {
    const [first] = caseEntries
    if (!first) throw new Error('no entries')
    return {
      ...first,
      id: `w${String(at).padStart(4, '0')}`,
      publishedAt: at * 1000,
      title: titles[at % titles.length] ?? '',
      description: null,
      content: at === 3 ? '<p>escapement</p>' : at % 5 === 0 ? '<p>of a clock</p>' : null,
    }
  })
  const local = await libraryOf(entries)
  // Each search indexes the next thousand texts.
  for (let count = 0; count < 3; count += 1) await select(local, astOf('nothing'))
  for (const query of ['clock', 'clock sort:old', 'pendulum sort:new', 'escapement', 'clock limit:7', 'of']) {
    const ast = astOf(query)
    const hits = await local.call('entries.query', { select: ast, now: CASES_NOW, limit: 40 })
    expect(
      hits.map(({ id }) => id),
      query,
    ).toEqual(selectByPredicate(ast, entries).slice(0, 40))
  }
})

test('read ones of unread or followed ones are a query that SQLite can plan', async () => {
  const local = await libraryOf(caseEntries)
  const parsed = parseQuery('((older:1m is:unread) OR view:articles) is:read limit:1')
  if (!parsed.ok) throw new Error('The query cannot be read')
  expect(await select(local, parsed.ast)).toEqual(selectByPredicate(parsed.ast, caseEntries).slice(0, 1))
  local.close()
})

test('random queries select what the predicate selects', async () => {
  const property = fc.asyncProperty(
    randomEntries,
    fc.array(queryAst, { minLength: 12, maxLength: 12 }),
    async (entries, queries) => {
      const local = await libraryOf(entries)
      for (const ast of queries)
        expect(await select(local, ast), formatQuery(ast)).toEqual(selectByPredicate(ast, entries))
      local.close()
    },
  )
  await fc.assert(property, { numRuns: 40 })
}, 60_000)

test('a query that ranks has the order of the server, as far as the entries are known and still fit', async () => {
  const local = await libraryOf(caseEntries)
  const query = 'about:clocks is:unread'
  const unread = await select(local, astOf('is:unread'))
  const [read = ''] = await select(local, astOf('is:read'))
  const ids = [unread[3] ?? '', 'unknown', read, unread[0] ?? '']
  expect(await select(local, astOf(query))).toEqual([])
  const value = [{ query, entries: ids.map((id) => [id, null] as const) }]
  await local.call('meta.set', { key: RANKINGS, value })
  expect(await select(local, astOf(query))).toEqual([unread[3], unread[0]])
  const of = { query: { select: query, now: CASES_NOW } }
  const page = await local.call('timeline.page', { of, unreadOnly: false, after: null, limit: 10 })
  expect(page).toMatchObject({ ids: [unread[3], unread[0]], order: 'named', done: true })
})
