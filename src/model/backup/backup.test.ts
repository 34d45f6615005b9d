import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { ApiError } from '../../api/index.ts'
import { $overrides, overrideChanged } from '../app/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $aliases, aliasChanged } from '../palette/index.ts'
import { $appearance, $colorMode, $general, colorModeChanged, settingChanged } from '../settings/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $restoreReport, backupRequested, parseBackup, restoreRequested } from './index.ts'

const rule = { name: 'Tea', condition: [], result: { star: true } }
const missing: ApiError = { kind: 'refused', key: null, status: 404, code: 3, message: '', reason: null }

const highlightOf = (id: string, entryId: string) => ({
  id,
  entryId,
  quote: { exact: 'a text', prefix: '', suffix: '' },
  position: null,
  color: 'yellow',
  note: 'a note',
  createdAt: new Date(0).toISOString(),
  updatedAt: new Date(0).toISOString(),
  entry: {
    title: null,
    url: null,
    author: null,
    publishedAt: new Date(0).toISOString(),
    feedId: '1',
    feedTitle: null,
  },
})

/** A reader whose server has two starred entries, of 101, and one rule. */
async function reader(entries = new Set(['s0', 's100'])) {
  const server = createFakeServer()
  const imported: string[] = []
  const starred: string[] = []
  const highlighted: string[] = []
  let rules: unknown[] = [rule]
  const stars = Array.from({ length: 101 }, (_, n) => ({
    entries: { id: `s${n}`, title: `${n}`, url: null },
  }))
  const { api } = server
  Object.assign(api, {
    subscriptions: {
      ...api.subscriptions,
      export: async () => '<opml version="2.0"/>',
      import: async ({ file }: { file: Uint8Array }) => {
        imported.push(new TextDecoder().decode(file))
        return { code: 0, data: { successfulItems: [{}], conflictItems: [], parsedErrorItems: [] } }
      },
    },
    entries: {
      ...api.entries,
      search: async ({ cursor }: { cursor?: string }) =>
        cursor === undefined ? { data: stars.slice(0, 100), cursor: 'next' } : { data: stars.slice(100) },
    },
    actions: {
      get: async () => ({ code: 0, data: { rules } }),
      put: async (input: { rules: unknown[] }) => void (rules = input.rules),
    },
    highlights: {
      ...api.highlights,
      list: async () => ({ code: 0, data: [highlightOf('h0', 's0'), highlightOf('h1', 'gone')] }),
      create: async ({ id, entryId }: { id: string; entryId: string }) => {
        if (!entries.has(entryId)) throw missing
        highlighted.push(id)
      },
    },
    collections: {
      add: async ({ entryId }: { entryId: string }) => {
        if (!entries.has(entryId)) throw missing
        starred.push(entryId)
      },
    },
  })
  const files: string[] = []
  const download = (_: string, content: BlobPart) => void files.push(String(content))
  const { scope } = await startReader({ server, platform: { download } })
  const set = (key: 'dimRead' | 'unreadOnly', value: boolean) =>
    allSettled(settingChanged, { scope, params: { tab: 'general', key, value } })
  return {
    scope,
    files,
    imported,
    starred,
    highlighted,
    rules: () => rules,
    setRules: (next: unknown[]) => (rules = next),
    set,
  }
}

test('a backup holds everything, and restores it elsewhere as one step of undo', async () => {
  const from = await reader()
  await from.set('dimRead', true)
  await allSettled(settingChanged, {
    scope: from.scope,
    params: { tab: 'appearance', key: 'uiTextSize', value: 18 },
  })
  await allSettled(colorModeChanged, { scope: from.scope, params: 'dark' })
  await allSettled(overrideChanged, { scope: from.scope, params: { id: 'entry:star', keys: 'x' } })
  await allSettled(aliasChanged, { scope: from.scope, params: { id: 'entry:star', alias: 'fav' } })
  await allSettled(backupRequested, { scope: from.scope })
  const backup = parseBackup(from.files[0] ?? '')
  expect(backup?.stars).toHaveLength(101)
  expect(backup?.rules).toHaveLength(1)
  expect(backup?.highlights.map(({ id, note }) => [id, note])).toEqual([
    ['h0', 'a note'],
    ['h1', 'a note'],
  ])

  const to = await reader()
  to.setRules([{ ...rule, name: 'Coffee' }])
  await to.set('unreadOnly', false)
  if (backup) await allSettled(restoreRequested, { scope: to.scope, params: backup })
  const { scope } = to
  expect(scope.getState($general)).toMatchObject({ dimRead: true, unreadOnly: false })
  expect(scope.getState($appearance).uiTextSize).toBe(18)
  expect(scope.getState($colorMode)).toBe('dark')
  expect(scope.getState($overrides)).toEqual({ 'entry:star': 'x' })
  expect(scope.getState($aliases)).toEqual({ 'entry:star': 'fav' })
  expect(to.imported).toEqual(['<opml version="2.0"/>'])
  expect(to.starred).toEqual(['s0', 's100'])
  expect(to.highlighted).toEqual(['h0'])
  expect(to.rules()).toMatchObject([{ name: 'Coffee' }, { name: 'Tea' }])
  expect(scope.getState($restoreReport)).toMatchObject({
    feeds: 1,
    rules: 1,
    stars: 2,
    missingStars: 99,
    highlights: 1,
    missingHighlights: 1,
  })

  await allSettled(undoRequested, { scope, params: undefined })
  expect(scope.getState($general)).toMatchObject({ dimRead: false, unreadOnly: false })
  expect(scope.getState($appearance).uiTextSize).toBe(16)
  expect(scope.getState($colorMode)).toBe('system')
  expect(scope.getState($overrides)).toEqual({})
  expect(scope.getState($aliases)).toEqual({})
})

test('a file of another kind is refused', () => {
  for (const text of ['', 'words', '{}', '[]', '{"format":"lectern-backup","version":2}'])
    expect(parseBackup(text)).toBeNull()
})
