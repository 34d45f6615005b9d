import { allSettled, type Effect } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { $exportFormats, $importFormats } from '../../../features/registry.ts'
import { $dialogStack } from '../../../model/layout/index.ts'
import { PluginRefusal, type ClientHost, type ExportedFile } from '../../../plugin-api/client.ts'
import type { Permission } from '../../../plugin-api/manifest.ts'
import { $running } from '../plugins.ts'
import { readerWithPlugin, testManifest } from '../../testing.ts'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: { en: { files: { empty: 'The file is empty.', full: 'No more.' } } },
  }),
)

/** A running plugin that registers formats. */
async function running(start: (host: ClientHost) => void, permissions: readonly Permission[] = []) {
  const downloads: unknown[] = []
  const reader = await readerWithPlugin(testManifest('files', { permissions }), start, {
    platform: { download: (name: string, text: string) => downloads.push([name, text]) },
    api: {
      subscriptions: {
        export: async ({ folderMode }: { folderMode: string }) => `<opml by="${folderMode}"/>`,
      },
    },
  })
  return { ...reader, downloads }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const list = {
  id: 'list',
  hint: 'hint',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  matches: (text: string) => text.startsWith('https:'),
  read: async (file: Uint8Array) => {
    if (file.length === 0) throw new PluginRefusal('empty')
    if (file.length > 9) throw new TypeError('too long')
    return bytes('<opml/>')
  },
}

test('an import format reads files while its plugin runs, and opens the dialog', async () => {
  let open: ReturnType<ClientHost['importFormat']> | undefined
  const { scope, set } = await running((host) => (open = host.importFormat(list)))
  const [format] = scope.getState($importFormats)
  expect(format).toMatchObject({ id: 'files/list', hintKey: 'files:hint', extensions: ['.txt'] })
  expect(await format?.matches('https://a.example')).toBe(true)
  expect(await format?.read(bytes('one'))).toEqual({ opml: bytes('<opml/>'), entries: [], unread: [] })
  await allSettled(open!, { scope })
  expect(scope.getState($dialogStack).map(({ id }) => id)).toEqual(['import-report'])
  await set(false)
  expect(scope.getState($importFormats)).toEqual([])
})

test('a refusal of a format is a sentence, any other error stops the plugin', async () => {
  const { scope } = await running((host) => void host.importFormat(list))
  const [format] = scope.getState($importFormats)
  await expect(format?.read(bytes(''))).rejects.toThrow('The file is empty.')
  expect([...scope.getState($running).keys()]).toEqual(['files'])
  await expect(format?.read(bytes('a long file'))).rejects.toThrow('too long')
  await allSettled(scope)
  expect([...scope.getState($running).keys()]).toEqual([])
})

test('an export format writes a file with what the plugin may export, in one of its ways', async () => {
  let writeFx: Effect<string, ExportedFile> | undefined
  const start = (host: ClientHost) => {
    writeFx = host.exportFormat({
      id: 'opml',
      title: 'format',
      ways: [{ value: 'view', title: 'byView' }],
      write: async (way) => {
        if (way === 'full') throw new PluginRefusal('full')
        return { name: 'feeds.opml', text: await host.feeds.asOpml(way === 'view' ? 'view' : 'category') }
      },
    })
  }
  const { scope, downloads, set } = await running(start, ['feeds:export'])
  const [format] = scope.getState($exportFormats)
  expect(format).toMatchObject({
    id: 'files/opml',
    titleKey: 'files:format',
    ways: [{ value: 'view', titleKey: 'files:byView' }],
  })
  await allSettled(format!.downloadFx, { scope, params: 'view' })
  await allSettled(writeFx!, { scope, params: 'category' })
  expect(downloads).toEqual([
    ['feeds.opml', '<opml by="view"/>'],
    ['feeds.opml', '<opml by="category"/>'],
  ])
  const refused = await allSettled(format!.downloadFx, { scope, params: 'full' })
  expect(refused).toMatchObject({ status: 'fail', value: { message: 'No more.' } })
  await set(false)
  expect(scope.getState($exportFormats)).toEqual([])
})

test('without the permission a plugin exports nothing', async () => {
  let exported: Promise<string> | undefined
  await running((host) => void (exported = host.feeds.asOpml('view').catch((error: Error) => error.message)))
  expect(await exported).toBe('plugin.forbidden')
})
