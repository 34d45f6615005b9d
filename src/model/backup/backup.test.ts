import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { ApiError } from '../../api/index.ts'
import { $overrides, overrideChanged } from '../app/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $aliases, aliasChanged } from '../palette/index.ts'
import { $appearance, $colorMode, $general, colorModeChanged, settingChanged } from '../settings/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import {
  $accountReport,
  $restoreReport,
  accountImportRequested,
  backupRequested,
  isAccountFile,
  parseBackup,
  restoreRequested,
  type Backup,
} from './index.ts'

/** What the server writes. */
const ACCOUNT_LINES = '{"lectern":"account","version":1}\n{"type":"end","records":0}\n'

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

/** A reader whose server has two entries of those that a backup stars, and one rule. */
async function reader(entries = new Set(['s0', 's100'])) {
  const server = createFakeServer()
  const imported: string[] = []
  const starred: string[] = []
  const highlighted: string[] = []
  let rules: unknown[] = [rule]
  const sent: unknown[] = []
  const { api } = server
  Object.assign(api, {
    accountFiles: {
      export: async () => ACCOUNT_LINES,
      import: async (input: { file: Blob }) => {
        sent.push(input)
        return { code: 0, data: { waiting: 2, browser: await browserOf(input.file) } }
      },
    },
    subscriptions: {
      ...api.subscriptions,
      import: async ({ file }: { file: Uint8Array }) => {
        imported.push(new TextDecoder().decode(file))
        return { code: 0, data: { successfulItems: [{}], conflictItems: [], parsedErrorItems: [] } }
      },
    },
    actions: {
      get: async () => ({ code: 0, data: { rules } }),
      put: async (input: { rules: unknown[] }) => void (rules = input.rules),
    },
    highlights: {
      ...api.highlights,
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
  const files: Blob[] = []
  const download = (_: string, content: BlobPart) => void files.push(new Blob([content]))
  const { scope } = await startReader({ server, platform: { download } })
  const set = (key: 'dimRead' | 'unreadOnly', value: boolean) =>
    allSettled(settingChanged, { scope, params: { tab: 'general', key, value } })
  return {
    scope,
    files,
    sent,
    imported,
    starred,
    highlighted,
    rules: () => rules,
    setRules: (next: unknown[]) => (rules = next),
    set,
  }
}

const browserOf = async (file: Blob): Promise<unknown> =>
  (JSON.parse((await file.text()).trim().split('\n').at(-1) ?? '') as { values: unknown }).values

/** An older backup of everything that the reader has. */
const backupOf = (browser: unknown): Backup | null =>
  parseBackup(
    JSON.stringify({
      ...(browser as object),
      format: 'lectern-backup',
      version: 1,
      at: new Date(0).toISOString(),
      opml: '<opml version="2.0"/>',
      rules: [rule],
      stars: Array.from({ length: 101 }, (_, n) => ({ entryId: `s${n}`, title: `${n}`, url: null })),
      highlights: [highlightOf('h0', 's0'), highlightOf('h1', 'gone')],
    }),
  )

/** A reader with settings of its own, which has exported everything. */
async function exportingReader() {
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
  const [file] = from.files
  if (!file) throw new Error('Nothing was downloaded.')
  return file
}

test('an account file has what the server wrote, and what the browser has of its own', async () => {
  const file = await exportingReader()
  expect(await isAccountFile(file)).toBe(true)
  expect((await file.text()).startsWith(`${ACCOUNT_LINES}{"type":"browser"`)).toBe(true)
  expect(await browserOf(file)).toMatchObject({ colorMode: 'dark', aliases: { 'entry:star': 'fav' } })

  const to = await reader()
  await allSettled(overrideChanged, { scope: to.scope, params: { id: 'entry:star', keys: 'y' } })
  const params = { file, inboxTitle: 'Copies' }
  await allSettled(accountImportRequested, { scope: to.scope, params })
  expect(to.sent).toEqual([params])
  expect(to.scope.getState($accountReport)).toMatchObject({ waiting: 2 })
  expect(to.scope.getState($colorMode)).toBe('dark')
  expect(to.scope.getState($aliases)).toEqual({ 'entry:star': 'fav' })
  // Nothing is replaced, and settings that travel come from the server.
  expect(to.scope.getState($overrides)).toEqual({ 'entry:star': 'y' })
  expect(to.scope.getState($general).dimRead).toBe(false)
})

test('a backup of an older version is restored as one step of undo', async () => {
  const backup = backupOf(await browserOf(await exportingReader()))
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
