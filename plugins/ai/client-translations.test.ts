import { allSettled, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { PluginRefusal, type StoredTexts } from '../../src/plugin-api/client.ts'
import type { Remote } from './remote.ts'
import { createTranslations } from './translations.ts'
import { entryOf, fakeHost } from './testing/client-host.ts'

const html = 'Der Fluss ist in der Nacht gestiegen.|Die Stadt ist nass.'
type Translate = Remote['translation']
const translate: Translate = async ({ parts }) =>
  Object.fromEntries(parts.map((part) => [part, part === 'title' ? 'The river rises' : '<p>It rose.</p>']))

function start(translation: Translate, texts: Partial<StoredTexts> = {}) {
  const fake = fakeHost({ translation }, texts)
  const translations = createTranslations(fake.host, fake.remote)
  const scope = fork()
  const open = (id: string, more: object = {}) =>
    allSettled(fake.opened, { scope, params: { entry: entryOf(id, more), html, target: 'content' } })
  const of = (id: string) => scope.getState(translations.$translations).get(id)
  return { ...fake, scope, translations, open, of }
}

test('the open entry is translated when it is told to, title and content in one request', async () => {
  const translation = vi.fn<Translate>(translate)
  const stored: unknown[] = []
  const { scope, translations, open, of } = start(translation, {
    putTranslations: async (rows) => void stored.push(...rows),
  })
  await open('1')
  expect(of('1')).toBeUndefined()
  await allSettled(translations.toggled, { scope, params: '1' })
  expect(of('1')).toEqual({
    language: 'en',
    mode: 'bilingual',
    title: 'The river rises',
    content: { html: '<p>It rose.</p>' },
  })
  expect(translation.mock.calls.map(([{ parts }]) => parts)).toEqual([['title', 'content']])
  expect(stored).toEqual([
    { entryId: '1', language: 'en', title: 'The river rises', content: '<p>It rose.</p>' },
  ])
})

test('only what is missing, and in another language, is requested', async () => {
  const translation = vi.fn<Translate>(translate)
  const { scope, listed, set, open, of } = start(translation, {
    translations: async ([id]) => (id === 'stored' ? [{ entryId: id, title: 'Stored' }] : []),
  })
  await allSettled(set, { scope, params: { translation: true, translationMode: 'translation-only' } })
  await allSettled(listed, {
    scope,
    params: [entryOf('1'), entryOf('stored'), entryOf('english', { title: 'The river is in the town' })],
  })
  expect(translation.mock.calls.map(([{ id, parts }]) => [id, parts])).toEqual([['1', ['title']]])
  expect(of('stored')).toEqual({ language: 'en', mode: 'translation-only', title: 'Stored' })
  expect(of('english')).toBeUndefined()
  await open('stored')
  expect(translation.mock.calls.at(-1)?.[0]).toMatchObject({ id: 'stored', parts: ['content'] })
})

test('a rule translates into its own language', async () => {
  const translation = vi.fn<Translate>(translate)
  const { open, of } = start(translation)
  await open('1', { settings: { translation: 'ja' } })
  expect(of('1')?.language).toBe('ja')
})

test('after a refused title nothing is requested for the list, and it is said once', async () => {
  const translation = vi.fn<Translate>(async () => {
    throw new PluginRefusal('errors:15001')
  })
  const { scope, host, listed, set } = start(translation)
  const failures: unknown[] = []
  host.failed.watch((error) => failures.push(error))
  await allSettled(set, { scope, params: { translation: true } })
  const entries = Array.from({ length: 9 }, (_, at) => entryOf(String(at)))
  await allSettled(listed, { scope, params: entries })
  expect(translation.mock.calls.length).toBeLessThanOrEqual(3)
  await allSettled(listed, { scope, params: entries.slice(5) })
  expect(translation.mock.calls.length).toBeLessThanOrEqual(3)
  expect(failures).toHaveLength(1)
})

test('a content that is left is aborted; a refusal is shown until the user tries again', async () => {
  let signal: AbortSignal | undefined
  const translation = vi.fn<Translate>((input) => {
    signal = input.signal
    return new Promise((_, reject) => {
      input.signal.addEventListener('abort', () => reject(input.signal.reason as Error))
    })
  })
  const { scope, translations, opened, open, of } = start(translation)
  await open('1')
  void allSettled(translations.toggled, { scope, params: '1' })
  await expect.poll(() => signal).toBeDefined()
  await allSettled(opened, { scope, params: null })
  expect(signal?.aborted).toBe(true)

  translation.mockImplementation(async () => {
    throw new PluginRefusal('errors:15002')
  })
  await open('1')
  expect(scope.getState(translations.$shown)).toMatchObject({ error: { text: { key: 'errors:15002' } } })
  translation.mockImplementation(translate)
  await allSettled(translations.retried, { scope })
  expect(of('1')?.title).toBe('The river rises')
})

test("the browser's translator translates block by block, where there is one", async () => {
  const translation = vi.fn<Translate>(translate)
  const { scope, translations, set, open, of } = start(translation)
  await allSettled(set, { scope, params: { engine: 'browser' } })
  await open('1')
  await allSettled(translations.toggled, { scope, params: '1' })
  expect(scope.getState(translations.$shown)).toMatchObject({
    error: { text: { key: 'noBrowserTranslator' } },
  })
  vi.stubGlobal('LanguageDetector', {
    create: async () => ({
      detect: async () => [{ detectedLanguage: 'de', confidence: 0.9 }],
      destroy: () => {},
    }),
  })
  vi.stubGlobal('Translator', {
    availability: async () => 'available',
    create: async ({ sourceLanguage, targetLanguage }: Record<string, string>) => ({
      translate: async (text: string) => `${sourceLanguage}-${targetLanguage} ${text.length}`,
      destroy: () => {},
    }),
  })
  await allSettled(translations.retried, { scope })
  expect(of('1')).toMatchObject({ title: 'de-en 16', content: { texts: ['de-en 37', 'de-en 19'] } })
  expect(translation).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
