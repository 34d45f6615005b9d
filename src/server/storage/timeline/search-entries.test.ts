import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedCaseEntries, seedCaseSources } from '../../../../tests/support/query-cases.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { queryAst, randomEntries } from '../../../contract/query/arbitrary.sample.ts'
import type { QueryAst } from '../../../contract/query/ast.ts'
import { selectByPredicate } from '../../../contract/query/case-facts.ts'
import { caseEntries, CASES_NOW, queryCases } from '../../../contract/query/cases.ts'
import { formatQuery } from '../../../contract/query/format.ts'
import { parseQuery } from '../../../contract/query/parse.ts'
import type { Storage } from '../open.ts'
import { searchCandidates, searchEntries, type SearchPosition } from './search-entries.ts'

const OPENING = 60_000

describe.each(kinds)('queries on %s', (kind) => {
  let storage: Storage
  let userId: string
  let feedIds: Record<string, string>
  beforeAll(async () => {
    storage = await openTestStorage(kind)
    userId = await seedUser(storage)
    feedIds = await seedCaseSources(storage, userId)
    await seedCaseEntries(storage, userId, feedIds, caseEntries)
  }, OPENING)
  afterAll(() => storage.close())

  const select = async (ast: QueryAst): Promise<string[]> => {
    const candidates = await searchCandidates(storage, userId, ast)
    const options = { candidates, now: CASES_NOW, after: null, limit: ast.limit ?? 1000 }
    return (await searchEntries(storage, userId, ast, options)).map(({ row }) => row.id)
  }

  test.each(queryCases)('%s', async (query, ids) => {
    const parsed = parseQuery(query)
    if (!parsed.ok) throw new Error(parsed.error.code)
    const found = await select(parsed.ast)
    expect(found.toSorted()).toEqual(ids.split(' ').filter(Boolean).toSorted())
    expect(found).toEqual(selectByPredicate(parsed.ast))
  })

  test.each(['rust', 'rust OR berg'])('pages of the ranked search %j follow each other', async (query) => {
    const parsed = parseQuery(query)
    if (!parsed.ok) throw new Error(parsed.error.code)
    const ids: string[] = []
    const parts: (number | null)[] = []
    for (let after: SearchPosition | null = null; ids.length < 100;) {
      const candidates = await searchCandidates(storage, userId, parsed.ast)
      const options = { candidates, now: CASES_NOW, after, limit: 1 }
      const [found] = await searchEntries(storage, userId, parsed.ast, options)
      if (!found) break
      ids.push(found.row.id)
      parts.push(found.position.part)
      after = found.position
    }
    expect(ids).toEqual(selectByPredicate(parsed.ast))
    expect(parts).toEqual(parts.toSorted())
    expect(new Set(parts)).toEqual(new Set([0, 1]))
  })

  test('an entry is found by its new text and no longer by the former one', async () => {
    const bergs = parseQuery('berg')
    if (!bergs.ok) throw new Error(bergs.error.code)
    await storage.db.updateTable('entries').set({ title: 'Im Tal' }).where('id', '=', 'e13').execute()
    expect(await select(bergs.ast)).toEqual([])
    await storage.db.updateTable('entries').set({ title: 'Bergwelt' }).where('id', '=', 'e13').execute()
    expect(await select(bergs.ast)).toEqual(['e13'])
    await storage.db.deleteFrom('entries').where('id', '=', 'e13').execute()
    expect(await select(bergs.ast)).toEqual([])
    const texts = await storage.db
      .selectFrom('entryTexts')
      .select('entryId')
      .where('entryId', '=', 'e13')
      .execute()
    expect(texts).toEqual([])
  })

  test('another user finds nothing of it', async () => {
    const stranger = await seedUser(storage)
    const options = { candidates: null, now: CASES_NOW, after: null, limit: 100 }
    expect(await searchEntries(storage, stranger, { where: { kind: 'all' } }, options)).toEqual([])
  })

  test(
    'random queries select what the predicate selects',
    async () => {
      const property = fc.asyncProperty(
        randomEntries,
        fc.array(queryAst, { minLength: 12, maxLength: 12 }),
        async (entries, queries) => {
          await storage.db.deleteFrom('entries').execute()
          await seedCaseEntries(storage, userId, feedIds, entries)
          for (const ast of queries)
            expect(await select(ast), formatQuery(ast)).toEqual(selectByPredicate(ast, entries))
        },
      )
      await fc.assert(property, { numRuns: kind === 'sqlite' ? 40 : 8 })
    },
    OPENING,
  )
})
