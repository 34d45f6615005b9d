import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryLocal } from '../../local/memory-local.ts'
import { infoNotified } from '../../model/app/index.ts'
import { causeAnswered, causeSearchEnded, causeSearchRequested } from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $integration } from '../../model/settings/index.ts'
import { $features } from '../../features/registry.ts'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { defineClient } from '../../plugin-api/client.ts'
import { $pluginSources, type PluginSource } from '../run/catalogue.ts'
import { $causeSearch, firstQuestion, nextQuestion, type CauseSearch } from './cause-search.ts'
import { $running, pluginHostStarted } from '../run/plugins.ts'
import { testManifest } from '../testing.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

/** Answers as a user does whose problem comes from `cause`. */
function outcomeOf(ids: readonly string[], cause: string | null) {
  let search: CauseSearch = firstQuestion(ids)
  let questions = 0
  for (; search.state === 'asking'; questions += 1)
    search = nextQuestion(search, cause !== null && search.off.includes(cause))
  return { found: search.cause, questions }
}

test.each([1, 2, 3, 5, 8, 13])('of %i plugins the one that causes the problem is named', (count) => {
  const ids = Array.from({ length: count }, (_, at) => `plugin-${at}`)
  for (const id of ids) {
    const { found, questions } = outcomeOf(ids, id)
    expect(found).toBe(id)
    expect(questions).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 1)
  }
  expect(outcomeOf(ids, null).found).toBeNull()
})

/** Ids of the plugins that were started, each time. */
const starts: string[] = []
beforeEach(() => void starts.splice(0))

const source = (id: string, installed = true): PluginSource => ({
  id,
  manifest: async () => testManifest(id),
  client: async () => {
    starts.push(id)
    return defineClient(() => {})
  },
  ...(installed && { installed: { manifest: { id } } as InstalledPlugin }),
  translations: {},
})

/** A reader in which these plugins are on, and have not started. */
const reader = (sources: readonly PluginSource[]) =>
  fork({
    values: [
      [
        $services,
        {
          api: {},
          clock: { now: () => 0, after: () => () => {} },
          local: memoryLocal(),
          storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        } as unknown as Services,
      ],
      [$pluginSources, sources],
      [
        $integration,
        { plugins: Object.fromEntries(sources.map(({ id }) => [id, { on: true, values: {} }])) },
      ],
    ],
  })

async function readerWith(sources: readonly PluginSource[]) {
  const scope = reader(sources)
  const notified: unknown[] = []
  createWatch({ unit: infoNotified, scope, fn: (one) => notified.push(one) })
  await allSettled(pluginHostStarted, { scope })
  return {
    scope,
    notified,
    running: () => [...scope.getState($running).keys()].toSorted(),
    begin: () => allSettled(causeSearchRequested, { scope }),
    answer: (isGone: boolean) => allSettled(causeAnswered, { scope, params: isGone }),
    end: () => allSettled(causeSearchEnded, { scope }),
  }
}
const all = ['a', 'b', 'c', 'mine']
const four = () => [source('a'), source('b'), source('c'), source('mine', false)]

test('the search switches half of the installed plugins off, and names the cause', async () => {
  const { scope, running, begin, answer, end } = await readerWith(four())
  expect(running()).toEqual(all)
  await begin()
  expect(running()).toEqual(['c', 'mine'])
  expect(scope.getState($features).map(({ id }) => id)).toContain('cause-search')
  await answer(true)
  expect(running()).toEqual(['b', 'c', 'mine'])
  await answer(false)
  expect(scope.getState($causeSearch)).toEqual({ state: 'ended', cause: 'b' })
  expect(running()).toEqual(all)
  await end()
  expect(scope.getState($features).map(({ id }) => id)).not.toContain('cause-search')
})

test('a plugin that is still starting is among those in question', async () => {
  const code = Promise.withResolvers<ReturnType<typeof defineClient>>()
  const slow: PluginSource = { ...source('slow'), client: () => code.promise }
  const scope = reader([...four(), slow])
  const running = () => [...scope.getState($running).keys()].toSorted()
  const started = allSettled(pluginHostStarted, { scope })
  await vi.waitFor(() => expect(running()).toEqual(all))
  const begun = allSettled(causeSearchRequested, { scope })
  expect(scope.getState($causeSearch)).toMatchObject({ suspects: ['a', 'b', 'c', 'slow'] })
  code.resolve(defineClient(() => {}))
  await Promise.all([started, begun])
  expect(running()).toEqual(['c', 'mine', 'slow'])
})

test('left at any step, every plugin runs as before, and the settings were not touched', async () => {
  for (const answers of [[], [false], [true]]) {
    const { scope, running, begin, answer, end } = await readerWith(four())
    const before = scope.getState($integration)
    await begin()
    for (const isGone of answers) await answer(isGone)
    expect(running()).not.toEqual(all)
    await end()
    expect([running(), scope.getState($causeSearch)]).toEqual([all, null])
    expect(scope.getState($integration)).toEqual(before)
  }
})

test('each plugin starts once at the start, and once after the search', async () => {
  const { begin, end } = await readerWith(four())
  expect(starts.toSorted()).toEqual(all)
  await begin()
  await end()
  expect(starts.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'mine'])
})

test('the command again goes on with the question', async () => {
  const { scope, begin, answer } = await readerWith(four())
  await begin()
  await answer(false)
  const question = scope.getState($causeSearch)
  await begin()
  expect(scope.getState($causeSearch)).toBe(question)
})

test('without an installed plugin there is nothing to search, once and in words', async () => {
  for (const sources of [[], [source('mine', false)]]) {
    const { notified, begin, running } = await readerWith(sources)
    await begin()
    expect(notified).toEqual([{ key: 'app:plugin.cause.noneRunning' }])
    expect(running()).toEqual(sources.map(({ id }) => id))
  }
})
