import { defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

export default defineClient(({ command, call, saves }) => {
  saves()
  command({
    id: 'hello:greet',
    title: 'greet',
    keywords: 'greetKeywords',
    run: async () => ({ key: 'greeting', values: await call(calls.greet)({}) }),
  })
})
