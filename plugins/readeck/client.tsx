import { defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

export default defineClient(({ saves, searchSource, call }) => {
  saves()
  searchSource({
    id: 'bookmarks',
    title: 'bookmarks',
    search: (words) => call(calls.search)({ words: words.slice(0, 500) }),
  })
})
