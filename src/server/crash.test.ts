import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startLectern } from '../../tests/support/lectern.ts'
import { rssOf, startSite } from '../../tests/support/site.ts'
import type { Tally } from '../../tests/support/crash-test/client.ts'
import { createUsers, runActions } from '../../tests/support/crash-test/users.ts'
import { storedDifferences, apiDifferences } from '../../tests/support/crash-test/compare-state.ts'
import { unfinishedJobs, integrityProblems } from '../../tests/support/crash-test/database-integrity.ts'
import { openAsItIs } from './storage/open.ts'

/** A release is tested with LECTERN_TEST_KILLS=20, which takes some minutes. */
const KILLS = Number(process.env['LECTERN_TEST_KILLS'] ?? 3)
const USERS = 3
const TIMEOUT_MS = 900_000
/** A job of a killed process is retried when its lease expires, after a minute. */
const SETTLING_MS = 180_000
const engines = process.env['LECTERN_TEST_DATABASE_URL']
  ? (['sqlite', 'postgres'] as const)
  : (['sqlite'] as const)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

describe.each(engines)('a server on %s that is killed in the middle of everything', (engine) => {
  test(
    'keeps each acknowledged write exactly once, and nothing half done',
    async () => {
      const items = Array.from({ length: 9 }, (_, at) => `Item ${at}`)
      const site = await startSite()
      site.answer = (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf(items))
      const hook = await startSite()
      hook.answer = (_, response) => void response.writeHead(200).end()
      const smtp = await freePort()
      const env = { SMTP_LISTEN: `127.0.0.1:${smtp}`, INBOX_DOMAIN: 'example.org' }
      const lectern = await startLectern(env, engine === 'sqlite' ? { postgres: '' } : {})
      const storage = openAsItIs(lectern.library)
      /** Feeds of the site that have some of its items. */
      const storedInPart = () =>
        storage.db
          .selectFrom('entries')
          .innerJoin('feeds', 'feeds.id', 'entries.feedId')
          .select('feeds.url')
          .where('feeds.url', 'like', `${site.url}/%`)
          .groupBy('feeds.url')
          .having(({ fn }) => fn.countAll(), '!=', items.length)
          .execute()
      const tally: Tally = { acknowledged: 0, cut: 0, problems: [] }
      const addresses = { site: site.url, hook: `${hook.url}/hook`, mail: { host: '127.0.0.1', port: smtp } }
      try {
        const { users } = await createUsers(lectern, { count: USERS, tally, addresses, storage })
        const settle = runActions(users)
        for (let kill = 0; kill < KILLS; kill += 1) {
          // Kill at a random moment after enough writes.
          const busy = tally.acknowledged + 40 + Math.random() * 80
          for (let waited = 0; waited < 20_000 && tally.acknowledged < busy; waited += 20) await pause(20)
          await lectern.kill()
          await lectern.start()
          expect(await storedInPart()).toEqual([])
        }
        await settle()
        expect(tally.problems).toEqual([])
        expect(tally.cut).toBeGreaterThan(KILLS)
        for (let waited = 0; waited < SETTLING_MS && (await unfinishedJobs(storage)) > 0; waited += 500)
          await pause(500)
        for (const user of users) {
          expect(await apiDifferences(user)).toEqual([])
          expect(await storedDifferences(user, storage)).toEqual([])
        }
        expect(await lectern.stop()).toBe(0)
        expect(await integrityProblems(storage)).toEqual([])
        expect(await storedInPart()).toEqual([])
        const delivered = new Set(hook.requests.map(({ headers }) => headers['webhook-id']))
        const deliveries = await storage.db.selectFrom('webhookDeliveries').select('id').execute()
        expect(delivered).toEqual(new Set(deliveries.map(({ id }) => id)))
        process.stdout.write(
          `${engine}: ${tally.acknowledged} acknowledged, ${tally.cut} cut off by ${KILLS} kills\n`,
        )
      } finally {
        await storage.close()
        await lectern.end()
        site.close()
        hook.close()
      }
    },
    TIMEOUT_MS,
  )
})
