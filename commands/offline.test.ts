import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import en from '../locales/en/app.json' with { type: 'json' }
import ja from '../locales/ja/app.json' with { type: 'json' }
import zhCN from '../locales/zh-CN/app.json' with { type: 'json' }
import zhTW from '../locales/zh-TW/app.json' with { type: 'json' }
import { parseQuery } from '../src/contract/query/parse.ts'
import { registry } from '../src/model/app/registry.ts'
import { navigationRequested, type LocationSource } from '../src/model/location/index.ts'
import { $dialogStack } from '../src/model/layout/dialogs.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { offlineCommands } from './offline.ts'

test('the dialog begins with the query of what is shown', async () => {
  const server = createFakeServer()
  server.follow('1', { category: 'Old news', title: 'My "own"' })
  const { scope } = await startReader({ server })
  await allSettled(registry.registered, { scope, params: offlineCommands })
  const queryAt = async (source: LocationSource) => {
    await allSettled(navigationRequested, { scope, params: { source, entryId: null } })
    await allSettled(registry.commandInvoked, {
      scope,
      params: { id: 'offline:take-along', source: 'palette', args: {} },
    })
    return scope.getState($dialogStack).at(-1)?.props
  }
  expect(await queryAt({ kind: 'all' })).toEqual({ query: 'newer:30d' })
  expect(await queryAt({ kind: 'collections' })).toEqual({ query: 'is:starred' })
  expect(await queryAt({ kind: 'folder', name: 'Old news' })).toEqual({ query: 'in:"Old news"' })
  expect(await queryAt({ kind: 'feed', id: '1' })).toEqual({ query: 'feed:"My \\"own\\""' })
  expect(await queryAt({ kind: 'search', query: 'roses limit:9' })).toEqual({ query: 'roses limit:9' })
})

test.each(Object.entries({ en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }))(
  'the examples that the dialog gives in %s are queries',
  (_, { offline }) => {
    const examples = [...offline.queryHint.matchAll(/[“「]([^”」]+)[”」]/g)].map(([, query = '']) => query)
    expect(examples).toHaveLength(3)
    for (const query of examples) expect([query, parseQuery(query).ok]).toEqual([query, true])
  },
)
