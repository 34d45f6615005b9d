/** Rules over a thousand new entries: the cost of evaluating them and storing the results. */
import { evaluateRules } from '../../src/server/actions/evaluate-rules.ts'
import { noRulePlugins } from '../../src/server/actions/rule-plugins.ts'
import { storeRuleResults } from '../../src/server/actions/store-rule-results.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { storeEntries } from '../../src/server/feeds/store/store-entries.ts'
import { createLog } from '../../src/server/log.ts'
import { createParsing } from '../../src/server/parsing/parsing.ts'
import { openStorage, type Storage } from '../../src/server/storage/open.ts'
import { createStoredSecrets } from '../../src/server/storage/engine/stored-secrets.ts'
import { NOON, seedFeed, seedSubscription } from '../support/library.ts'
import { seedUser, testId } from '../support/storage.ts'
import { judged, type Figure } from './figure.ts'
import { article, randomFrom, text as prose } from './prose.ts'
import { costOf, median } from './usage.ts'
import { selectFeeds } from '../../src/server/storage/feeds/feed-schedule.ts'
import { storedHtml } from '../support/stored-html.ts'

export const name = 'rules'
export const words = 'rules of ten readers on a thousand new entries (BENCH_RUNS 3)'

const RUNS = Number(process.env['BENCH_RUNS'] ?? 3)
const ENTRIES = 1000
const READERS = 10
const RULES = 20
const secrets = createStoredSecrets('the secret of a bench', 'rules')

export async function* figures(): AsyncGenerator<Figure> {
  const drafts = Array.from({ length: ENTRIES }, (_, number) => draftOf(number))
  const costs = {
    rules: [] as number[],
    bare: [] as number[],
    storing: [] as number[],
    plain: [] as number[],
  }
  let acts = 0
  for (let run = 0; run < RUNS; run += 1) {
    const storage = await openStorage({ url: '', dir: ':memory:' })
    const feedId = await seedFeed(storage)
    const feed = await selectFeeds(storage.db).where('id', '=', feedId).executeTakeFirstOrThrow()
    await seedReaders(storage, feedId)
    const parsing = createParsing()
    const parts = {
      storage,
      log: createLog('error'),
      now: () => NOON,
      parsing,
      rulePlugins: noRulePlugins,
      secrets,
    }
    let verdicts: Awaited<ReturnType<typeof evaluateRules>> = []
    const judging = await costOf(async () => void (verdicts = await evaluateRules(parts, feed, drafts)))
    costs.rules.push(judging.cpu)
    costs.bare.push((await costOf(async () => bare(drafts))).cpu)
    const location = { feedId, kind: storage.kind, now: NOON, newId: testId, secrets }
    costs.plain.push(
      (await costOf(() => storage.db.transaction().execute((db) => storeEntries(db, drafts, location)))).cpu,
    )
    const store = () =>
      storage.db.transaction().execute((db) => storeRuleResults(db, verdicts, { storage, ...location }))
    costs.storing.push((await costOf(store)).cpu)
    acts = verdicts.reduce((sum, verdict) => sum + verdict.acts.length, 0)
    await parsing.close()
    await storage.close()
  }
  yield judged({
    bench: name,
    figure: `${READERS} readers with ${RULES} rules each, judging`,
    product: median(costs.rules),
    floor: median(costs.bare),
    unit: `ms of CPU for ${ENTRIES} entries, against searching the same texts bare; ${acts} rules acted`,
  })
  yield judged({
    bench: name,
    figure: 'storing what they said',
    product: median(costs.storing),
    floor: median(costs.plain),
    unit: `ms of CPU for ${acts} acts, against storing the ${ENTRIES} entries`,
  })
}

/** A third looks at titles, a third at contents, a third by patterns; about one in fifty acts. */
async function seedReaders({ db, ...storage }: Storage, feedId: string): Promise<void> {
  for (let reader = 0; reader < READERS; reader += 1) {
    const userId = await seedUser({ db, ...storage })
    await seedSubscription({ db, ...storage }, userId, feedId)
    const rules = JSON.stringify(Array.from({ length: RULES }, (_, at) => ruleOf(at)))
    const times = { createdAt: NOON, updatedAt: NOON }
    await db
      .insertInto('actions')
      .values({ userId, rules, watchesStatus: 0, secret: 'secret', ...times })
      .execute()
  }
}

function ruleOf(at: number) {
  const word = `needle${at}`
  const condition = [
    { field: 'entry_title', operator: 'contains', value: word },
    { field: 'entry_content', operator: 'contains', value: word },
    { field: 'entry_title', operator: 'regex', value: `${word}|another [a-z]+ ${word}` },
  ][at % 3]
  return { name: word, condition: [[condition]], result: { star: true } }
}

function bare(drafts: readonly ParsedEntry[]): number {
  let results = 0
  const patterns = Array.from(
    { length: RULES },
    (_, at) => new RegExp(`needle${at}|another [a-z]+ needle${at}`, 'i'),
  )
  for (let reader = 0; reader < READERS; reader += 1)
    for (const { title, content } of drafts)
      for (let at = 0; at < RULES; at += 1) {
        const text = (at % 3 === 1 ? content : title) ?? ''
        const hit = at % 3 === 2 ? patterns[at]?.test(text) : text.toLowerCase().includes(`needle${at}`)
        if (hit) results += 1
      }
  return results
}

function draftOf(number: number): ParsedEntry {
  const random = randomFrom(number + 1)
  const needle = number % 50 === 0 ? ` needle${(number / 50) % RULES}` : ''
  return {
    guid: `urn:bench:${number}`,
    title: prose(random, 8) + needle,
    url: `https://site.example/${number}`,
    content: storedHtml(article(random, number)),
    description: prose(random, 40),
    author: 'Ann Writer',
    authorUrl: null,
    authorAvatar: null,
    language: 'en',
    categories: ['bench'],
    media: [],
    attachments: [],
    extra: null,
    publishedAt: NOON + number,
  }
}
