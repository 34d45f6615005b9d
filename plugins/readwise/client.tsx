import { defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

export default defineClient((host) => {
  host.saves()
  host.command({
    id: 'readwise:send-highlights',
    title: 'sendHighlights',
    keywords: 'sendHighlightsKeywords',
    run: async () => sent(await host.call(calls.highlights)({})),
  })
  host.command({
    id: 'readwise:check-token',
    title: 'check',
    keywords: 'checkKeywords',
    run: async () => {
      await host.call(calls.check)({})
      return { key: 'tokenGood' }
    },
  })
})

const sent = ({ count }: { readonly count: number }) =>
  count === 0 ? { key: 'noHighlights' } : { key: 'highlightsSent', values: { count } }
