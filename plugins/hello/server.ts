import { defineServer } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

export default defineServer(({ answer }) => {
  answer(calls.greet, async (_, caller) => ({ name: String(caller.settings['name']) }))
})
