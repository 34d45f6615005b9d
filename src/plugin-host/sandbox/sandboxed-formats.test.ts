import { allSettled } from 'effector'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { $exportFormats, $importFormats } from '../../features/registry.ts'
import { defineClient, PluginRefusal, type ClientHost } from '../../plugin-api/client.ts'
import { pluginSettingChanged } from '../settings/plugin-states.ts'
import { $running } from '../run/plugins.ts'
import { readerWith } from './testing.ts'

beforeAll(
  () => void i18next.init({ lng: 'en', resources: { en: { guest: { empty: 'The file is empty.' } } } }),
)

const bytes = (text: string) => new TextEncoder().encode(text)
const texts = (file: Uint8Array | null | undefined) => new TextDecoder().decode(file ?? undefined)
/** The example of the API's documentation, which refuses an empty file. */
const addresses = ({ importFormat }: ClientHost) =>
  void importFormat({
    id: 'addresses',
    hint: 'addressesHint',
    extensions: ['.txt'],
    mediaTypes: ['text/plain'],
    matches: (text) => /^https?:/.test(text),
    read: async (file) => {
      if (file.length === 0) throw new PluginRefusal('empty')
      return bytes(`<opml>${texts(file)}</opml>`)
    },
  })
const roses = {
  url: 'https://garden.example/roses',
  guid: null,
  title: 'Roses',
  content: null,
  author: null,
  publishedAt: null,
  feedUrl: null,
  starred: true,
  read: null,
  labels: ['Plants'],
  highlights: [],
}
const stars = ({ importFormat }: ClientHost) =>
  void importFormat({
    id: 'stars',
    hint: 'addressesHint',
    extensions: ['.json'],
    mediaTypes: [],
    maxBytes: 2_000_000,
    matches: () => true,
    read: async (file) => ({
      opml: file.length > 1 ? file : null,
      entries: [roses],
      unread: [{ title: '#2', reason: 'empty' }],
    }),
  })
const list = ({ exportFormat, feeds }: ClientHost) =>
  void exportFormat({
    id: 'list',
    title: 'list',
    ways: [{ value: 'view', title: 'byView' }],
    write: async (way) => ({ name: 'feeds.txt', text: `${way} ${await feeds.asOpml('view')}` }),
  })

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('reads files and texts of its kind, byte by byte, until it is switched off', async () => {
    const { scope } = await readerWith(defineClient(addresses), sandboxed)
    const [format] = scope.getState($importFormats)
    expect(format).toMatchObject({
      id: 'guest/addresses',
      hintKey: 'guest:addressesHint',
      extensions: ['.txt'],
    })
    expect(await format?.matches('https://a.example')).toBe(true)
    expect(await format?.matches('a letter')).toBe(false)
    const long = `日本語 ${'x'.repeat(100_000)}`
    expect(texts((await format?.read(bytes(long)))?.opml)).toBe(`<opml>${long}</opml>`)
    await expect(format?.read(bytes(''))).rejects.toThrow('The file is empty.')
    expect(scope.getState($running).size).toBe(1)
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(scope.getState($importFormats)).toEqual([])
  })

  test('brings entries and says which lines it did not read', async () => {
    const { scope } = await readerWith(defineClient(stars), sandboxed)
    const [format] = scope.getState($importFormats)
    expect(format?.maxBytes).toBe(2_000_000)
    const content = await format?.read(bytes('<opml/>'))
    expect(texts(content?.opml)).toBe('<opml/>')
    expect(content).toMatchObject({
      entries: [roses],
      unread: [{ title: '#2', reason: 'The file is empty.' }],
    })
    expect(await format?.read(bytes('-'))).toMatchObject({ opml: null })
  })

  test('writes what it may export, in one of its ways', async () => {
    const { scope, downloads } = await readerWith(defineClient(list), sandboxed, ['feeds:export'])
    const [format] = scope.getState($exportFormats)
    expect(format).toMatchObject({ ways: [{ value: 'view', titleKey: 'guest:byView' }] })
    await allSettled(format!.downloadFx, { scope, params: 'view' })
    expect(downloads).toEqual([['feeds.txt', 'view <opml by="view"/>']])
  })

  test('without the permission writes nothing of the user’s feeds', async () => {
    const { scope, downloads } = await readerWith(defineClient(list), sandboxed)
    const [format] = scope.getState($exportFormats)
    expect(await allSettled(format!.downloadFx, { scope, params: 'view' })).toMatchObject({ status: 'fail' })
    expect(downloads).toEqual([])
  })
})

test('a file that a sandbox does not give as one stops the plugin', async () => {
  const client = defineClient(
    ({ exportFormat }) =>
      void exportFormat({
        id: 'list',
        title: 'list',
        ways: [],
        write: async () => ({ name: '', text: 7 }) as never,
      }),
  )
  const { scope, downloads } = await readerWith(client, true)
  const [format] = scope.getState($exportFormats)
  expect(await allSettled(format!.downloadFx, { scope, params: '' })).toMatchObject({
    status: 'fail',
    value: new Error(
      'What write of exportFormat returns does not fit: name: Too small: expected string to have >=1 characters',
    ),
  })
  await allSettled(scope)
  expect(downloads).toEqual([])
  expect(scope.getState($running).size).toBe(0)
})

test('a plugin that is stopped while it reads a file has read none', async () => {
  const client = defineClient(
    ({ importFormat }) =>
      void importFormat({
        id: 'addresses',
        hint: 'addressesHint',
        extensions: ['.txt'],
        mediaTypes: [],
        matches: () => true,
        read: () => new Promise(() => {}),
      }),
  )
  const { scope } = await readerWith(client, true)
  const [format] = scope.getState($importFormats)
  const problem = format?.read(bytes('one')).catch((error: Error) => error.message)
  await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
  expect(await problem).toBe('plugin.callFailed')
})
