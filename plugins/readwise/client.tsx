import { defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

const SAVE = 'integration:save-to-readwise'

export default defineClient(({ command, toolbarItem, call }) => {
  command({
    id: SAVE,
    title: 'save',
    keywords: 'saveKeywords',
    icon: 'save',
    needs: 'entry && entryUrl',
    run: async ({ entry }) => {
      if (!entry) return undefined
      const { url, again } = await call(calls.save)({ entryId: entry.id })
      return { key: again ? 'savedAgain' : 'saved', open: { title: 'open', url } }
    },
  })
  command({
    id: 'readwise:check-token',
    title: 'check',
    keywords: 'checkKeywords',
    run: async () => {
      await call(calls.check)({})
      return { key: 'tokenGood' }
    },
  })
  toolbarItem({ command: SAVE, group: 'more', icon: 'save' })
})
