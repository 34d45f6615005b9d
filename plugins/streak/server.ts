import { defineServer, MAX_HISTORY, z, type Caller } from '../../src/plugin-api/server.ts'
import { calls, hours } from './contract.ts'

const HOUR_MS = 3_600_000
/** Hours of about four months, of which most are empty. */
const STORED_HOURS = 3000
/** In which something was read. */
const MAX_HOURS = 1500
/** Of the history, when the plugin is switched on. */
const MAX_PAGES = 20
const VALUE = 'read'

/** `last`: the id of the last event, which may come again. `since`: what was read before is counted from the history. */
const stored = z.object({ last: z.string(), since: z.number().default(0), hours })
type Stored = z.infer<typeof stored>

export default defineServer(({ answer, event, now }) => {
  /** What was counted; at first what the history has of the time before, which does not count what was marked all at once. */
  async function knownOf({ values, history }: Caller, since: number): Promise<Stored> {
    const { data } = stored.safeParse(await values.get(VALUE))
    if (data) return data
    const counts = new Map<number, number>()
    const from = since - STORED_HOURS * HOUR_MS
    for (let page = 0, until = since; page < MAX_PAGES; page += 1) {
      const read = await history({ from, until })
      for (const { readAt, atOnce } of read) if (!atOnce) count(counts, readAt)
      const last = read.at(-1)
      if (!last || read.length < MAX_HISTORY) break
      until = last.readAt
    }
    const before = { last: '', since, hours: recent(counts, Math.floor(since / HOUR_MS)) }
    await values.set(VALUE, before)
    return before
  }
  event('read', async ({ id, at }, caller) => {
    const known = await knownOf(caller, at)
    if (known.last === id || at < known.since) return
    const counts = new Map(known.hours)
    count(counts, at)
    await caller.values.set(VALUE, { ...known, last: id, hours: recent(counts, Math.floor(at / HOUR_MS)) })
  })
  answer(calls.hours, async (_, caller) => (await knownOf(caller, now())).hours)
})

function count(counts: Map<number, number>, at: number): void {
  const hour = Math.floor(at / HOUR_MS)
  counts.set(hour, (counts.get(hour) ?? 0) + 1)
}

const recent = (counts: ReadonlyMap<number, number>, hour: number) =>
  [...counts]
    .filter(([one]) => one > hour - STORED_HOURS)
    .toSorted(([a], [b]) => a - b)
    .slice(-MAX_HOURS)
