import { allSettled, fork } from 'effector'
import { describe, expect, test } from 'vitest'
import { $services, type Services } from '../services.ts'
import { manualClock } from '../testing.ts'
import { SearchRefusal, type SearchSource } from './provided-sources.ts'
import { searchSourceFx, searchTextOf } from './search-source.ts'

/** Searches in a source by a clock that the test moves. */
function searching(search: SearchSource['search'], signal = new AbortController().signal) {
  const { clock, move } = manualClock()
  const scope = fork({ values: [[$services, { clock } as unknown as Services]] })
  const source = { id: 'guest/shelf', titleKey: 'guest:shelf', search }
  const outcome = allSettled(searchSourceFx, { scope, params: { source, words: 'rust', signal } }).then(
    ({ value }) => value,
  )
  return { outcome, move }
}

describe('a search in a source', () => {
  test('has what the source finds for the words', async () => {
    const { outcome } = searching(async (words) => [{ title: words, entryId: 'a' }])
    expect(await outcome).toEqual({ kind: 'found', results: [{ title: 'rust', entryId: 'a' }] })
  })

  test('tells a refusal in words from another error', async () => {
    const refused = searching(() => Promise.reject(new SearchRefusal('The shelf is closed.')))
    expect(await refused.outcome).toEqual({ kind: 'refused', text: 'The shelf is closed.' })
    const failed = searching(() => Promise.reject(new TypeError('undefined is not a function')))
    expect(await failed.outcome).toEqual({ kind: 'failed', text: 'undefined is not a function' })
  })

  test('that takes too long ends, and the source hears of it', async () => {
    let ended = false
    const { outcome, move } = searching((_, signal) => {
      signal.addEventListener('abort', () => (ended = true))
      return new Promise(() => {})
    })
    move(5000)
    expect(await outcome).toEqual({ kind: 'tooSlow' })
    expect(ended).toBe(true)
  })

  test('ends when the words change, and the source hears of it', async () => {
    const request = new AbortController()
    let ended = false
    const { outcome } = searching((_, signal) => {
      signal.addEventListener('abort', () => (ended = true))
      return new Promise(() => {})
    }, request.signal)
    request.abort()
    expect(await outcome).toMatchObject({ kind: 'failed' })
    expect(ended).toBe(true)
  })
})

test.each([
  ['rust "borrow checker" is:unread', 'rust borrow checker'],
  ['in:News newer:2d', ''],
  ['rust -java title:async', 'rust'],
  ['  "not closed', '"not closed'],
])('the words of the query %s are %j', (query, words) => {
  expect(searchTextOf(query)).toBe(words)
})
