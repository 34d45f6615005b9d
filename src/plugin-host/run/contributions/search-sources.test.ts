import { allSettled, createWatch, type Scope } from 'effector'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import app from '../../../../locales/en/app.json' with { type: 'json' }
import { $searchSources } from '../../../model/search/provided-sources.ts'
import { searchSourceFx } from '../../../model/search/search-source.ts'
import {
  defineClient,
  PluginRefusal,
  type ClientHost,
  type PluginSearchResult,
} from '../../../plugin-api/client.ts'
import { pluginSettingChanged } from '../../settings/plugin-states.ts'
import { $running } from '../plugins.ts'
import { readerWith } from '../../sandbox/testing.ts'

beforeAll(
  () =>
    void i18next.init({ lng: 'en', resources: { en: { app, guest: { closed: 'The shelf is closed.' } } } }),
)

const books = [{ title: 'A book of rust', detail: 'Ada', url: 'https://books.example/1' }]

/** The example of the API's documentation. */
const shelf = ({ searchSource }: ClientHost) =>
  searchSource({
    id: 'shelf',
    title: 'shelf',
    search: async (words) => books.filter(({ title }) => title.includes(words)),
  })
const signalOf = (request = new AbortController()) => request.signal
async function search(scope: Scope, words: string, signal = signalOf()) {
  const [source] = scope.getState($searchSources)
  const params = { source: source!, words, signal }
  return (await allSettled(searchSourceFx, { scope, params })).value
}

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  const reader = (client: (host: ClientHost) => void) =>
    readerWith(defineClient(client), sandboxed, ['search', 'net:books.example'])

  test('is searched beside the entries until it is switched off', async () => {
    const { scope } = await reader(shelf)
    expect(scope.getState($searchSources)).toMatchObject([{ id: 'guest/shelf', titleKey: 'guest:shelf' }])
    expect(await search(scope, 'rust')).toEqual({ kind: 'found', results: books })
    expect(await search(scope, 'go')).toEqual({ kind: 'found', results: [] })
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(scope.getState($searchSources)).toEqual([])
  })

  test('may lead to any address, which from a sandbox is named with its host', async () => {
    const here = { title: 'Here', detail: 'Ada', url: 'https://books.example/1' }
    const elsewhere = { title: 'Elsewhere', detail: 'Ada', url: 'https://evil.example:8443/?d=secret' }
    const bare = { title: 'Bare', url: 'https://evil.example/' }
    const entry = { title: 'Entry', entryId: '1' }
    const { scope } = await reader(({ searchSource }) =>
      searchSource({ id: 'shelf', title: 'shelf', search: () => [here, elsewhere, bare, entry] }),
    )
    const named = [
      { ...elsewhere, detail: 'evil.example:8443 · Ada' },
      { ...bare, detail: 'evil.example' },
    ]
    expect(await search(scope, 'rust')).toEqual({
      kind: 'found',
      results: [here, ...(sandboxed ? named : [elsewhere, bare]), entry],
    })
  })

  test('without the permission is not sent what the user searches for', async () => {
    const { scope } = await readerWith(defineClient(shelf), sandboxed, ['entries:read'])
    expect(scope.getState($running).size).toBe(1)
    expect(scope.getState($searchSources)).toEqual([])
  })

  test('refuses a search in words, and runs on after an error', async () => {
    const { scope } = await reader(({ searchSource }) =>
      searchSource({
        id: 'shelf',
        title: 'shelf',
        search: (words) => {
          if (words === 'closed') throw new PluginRefusal('closed')
          throw new TypeError('undefined is not a function')
        },
      }),
    )
    expect(await search(scope, 'closed')).toEqual({ kind: 'refused', text: 'The shelf is closed.' })
    expect(await search(scope, 'rust')).toEqual({ kind: 'failed', text: 'undefined is not a function' })
    expect(scope.getState($running).size).toBe(1)
  })

  test('hears that the words have changed', async () => {
    const aborted = Promise.withResolvers<void>()
    const { scope } = await reader(({ searchSource }) =>
      searchSource({
        id: 'shelf',
        title: 'shelf',
        search: (_words, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve())
          return new Promise(() => {})
        },
      }),
    )
    const request = new AbortController()
    const outcome = search(scope, 'rust', request.signal)
    request.abort()
    expect(await outcome).toMatchObject({ kind: 'failed' })
    await aborted.promise
  })

  test.each([
    ['an address that runs code', [{ title: 'A book', url: 'javascript:alert(1)' }]],
    ['a row that opens nothing', [{ title: 'A book' }]],
    ['too many rows', Array.from({ length: 51 }, (__, at) => ({ title: `Book ${at}`, entryId: 'a' }))],
    ['a text', 'A book'],
  ])('finds nothing with %s', async (__, results) => {
    const { scope } = await reader(({ searchSource }) =>
      searchSource({
        id: 'shelf',
        title: 'shelf',
        search: () => results as unknown as readonly PluginSearchResult[],
      }),
    )
    expect(await search(scope, 'rust')).toEqual({
      kind: 'refused',
      text: 'This search gave an answer that cannot be read.',
    })
  })
})

test('a plugin in a sandbox that is stopped during a search has found nothing', async () => {
  const client = defineClient(({ searchSource }) =>
    searchSource({ id: 'shelf', title: 'shelf', search: () => new Promise(() => {}) }),
  )
  const { scope } = await readerWith(client, true, ['search'])
  const stopped = Promise.withResolvers<void>()
  createWatch({ unit: $running, scope, fn: () => stopped.resolve() })
  const outcome = search(scope, 'rust')
  await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
  await stopped.promise
  expect(await outcome).toEqual({ kind: 'found', results: [] })
})
