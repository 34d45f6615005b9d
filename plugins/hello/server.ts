import { defineServer } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

export default defineServer(({ answer, job, log }) => {
  answer(calls.greet, async (_, caller) => ({ name: String(caller.settings['name']) }))
  job('wave', async ({ settings }) => log(`${String(settings['name'])} waves`))
})
