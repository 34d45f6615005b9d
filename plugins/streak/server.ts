import { defineServer, z } from '../../src/plugin-api/server.ts'
import { calls, hours } from './contract.ts'

const HOUR_MS = 3_600_000
/** Hours of about four months, of which most are empty. */
const KEPT_HOURS = 3000
/** In which something was read. */
const MAX_HOURS = 1500
const VALUE = 'read'

/** `last`: the id of the last event, which may come again. */
const stored = z.object({ last: z.string(), hours }).catch({ last: '', hours: [] })

export default defineServer(({ answer, event }) => {
  event('read', async ({ id, at }, { values }) => {
    const known = stored.parse(await values.get(VALUE))
    if (known.last === id) return
    const hour = Math.floor(at / HOUR_MS)
    const counts = new Map(known.hours)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
    const recent = [...counts].filter(([one]) => one > hour - KEPT_HOURS).slice(-MAX_HOURS)
    await values.set(VALUE, { last: id, hours: recent })
  })
  answer(calls.hours, async (_, { values }) => stored.parse(await values.get(VALUE)).hours)
})
