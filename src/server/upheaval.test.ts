import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startLectern } from '../../tests/support/lectern.ts'
import { rssOf, startSite } from '../../tests/support/site.ts'
import type { Tally } from '../../tests/support/crash-test/ask.ts'
import { makePeople, stir } from '../../tests/support/crash-test/people.ts'
import { keptFor, seenBy } from '../../tests/support/crash-test/proof.ts'
import { unfinished, unsound } from '../../tests/support/crash-test/sound.ts'
import { openAsItIs } from './storage/open.ts'

/** Twenty are asked of a release: LECTERN_TEST_KILLS=20 takes some minutes. */
const KILLS = Number(process.env['LECTERN_TEST_KILLS'] ?? 3)
const PEOPLE = 3
const LONGEST_MS = 900_000
/** A job in the hands of a killed process comes back when its lease is over, after a minute. */
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
      const tally: Tally = { acknowledged: 0, cut: 0, troubles: [] }
      const places = { site: site.url, hook: `${hook.url}/hook`, mail: { host: '127.0.0.1', port: smtp } }
      try {
        const { people } = await makePeople(lectern, { count: PEOPLE, tally, places, storage })
        const settle = stir(people)
        for (let kill = 0; kill < KILLS; kill += 1) {
          // Everybody is busy again: then at any moment.
          const busy = tally.acknowledged + 40 + Math.random() * 80
          for (let waited = 0; waited < 20_000 && tally.acknowledged < busy; waited += 20) await pause(20)
          await lectern.kill()
          await lectern.start()
        }
        await settle()
        expect(tally.troubles).toEqual([])
        expect(tally.cut).toBeGreaterThan(KILLS)
        for (let waited = 0; waited < SETTLING_MS && (await unfinished(storage)) > 0; waited += 500)
          await pause(500)
        for (const person of people) {
          expect(await seenBy(person)).toEqual([])
          expect(await keptFor(person, storage)).toEqual([])
        }
        expect(await lectern.stop()).toBe(0)
        expect(await unsound(storage)).toEqual([])
        const told = new Set(hook.requests.map(({ headers }) => headers['webhook-id']))
        const deliveries = await storage.db.selectFrom('webhookDeliveries').select('id').execute()
        expect(told).toEqual(new Set(deliveries.map(({ id }) => id)))
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
    LONGEST_MS,
  )
})
