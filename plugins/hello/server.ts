import { defineServer } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { readingMinutes } from './reading-minutes.ts'

export default defineServer(({ answer, job, condition, log }) => {
  answer(calls.greet, async (_, caller) => ({ name: String(caller.settings['name']) }))
  job('wave', async ({ settings }) => log(`${String(settings['name'])} waves`))
  condition('reading-time', async ({ entries, operand }) =>
    entries.map(({ text }) => readingMinutes(text) >= Number(operand)),
  )
})
