import { defineClient } from '../../src/plugin-api/client.ts'
import { bookmarks } from './plugin.ts'
import { calls } from './contract.ts'

export default defineClient(({ saves, searchSource, call }) => {
  saves()
  searchSource({
    ...bookmarks,
    search: (words) => call(calls.search)({ words: words.slice(0, 500) }),
  })
})
