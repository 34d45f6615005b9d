import { allSettled, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { PluginRefusal, type StoredTexts } from '../../src/plugin-api/client.ts'
import type { Remote } from './remote.ts'
import { createSummaries } from './summaries.ts'
import { entryOf, fakeHost } from './testing/client-host.ts'

const html = 'The river rose two metres in the night. '.repeat(5)
type Summary = Remote['summary']

function start(summary: Summary, texts: Partial<StoredTexts> = {}) {
  const fake = fakeHost({ summary }, texts)
  const summaries = createSummaries(fake.host, fake.remote)
  const scope = fork()
  const open = (id: string, more: object = {}, content = html) =>
    allSettled(fake.opened, {
      scope,
      params: { entry: entryOf(id, more), html: content, target: 'content' },
    })
  const shown = () => scope.getState(summaries.$shown)?.summary
  return { ...fake, scope, summaries, open, shown }
}

test('nothing is requested by itself, and a toggle requests once', async () => {
  const summary = vi.fn<Summary>(async ({ onText }) => {
    onText('Books ')
    return 'Books were saved.'
  })
  const stored: unknown[] = []
  const { scope, summaries, open, shown } = start(summary, {
    putSummary: async (text) => void stored.push(text),
  })
  await open('1')
  expect(shown()).toBeUndefined()
  await allSettled(summaries.toggled, { scope, params: '1' })
  expect(shown()).toEqual({ status: 'success', text: 'Books were saved.', by: 'server' })
  expect(stored).toEqual([{ entryId: '1', language: 'en', content: 'Books were saved.' }])
  await allSettled(summaries.toggled, { scope, params: '1' })
  expect(shown()).toBeUndefined()
  await allSettled(summaries.toggled, { scope, params: '1' })
  expect(summary).toHaveBeenCalledTimes(1)
})

test('the setting and a rule summarise by themselves; a stored summary and a short text cost nothing', async () => {
  const summary = vi.fn<Summary>(async () => 'Made now.')
  const { scope, set, open, shown } = start(summary, {
    summaries: async ([id]) => (id === 'stored' ? [{ entryId: id, content: 'Made before.' }] : []),
  })
  await open('rule', { settings: { summary: true } })
  expect(shown()).toMatchObject({ text: 'Made now.' })
  await allSettled(set, { scope, params: { summary: true } })
  await open('stored')
  expect(shown()).toEqual({ status: 'success', text: 'Made before.', by: 'stored' })
  await open('short', {}, 'Too short.')
  expect(shown()).toEqual({ status: 'success', text: '', by: 'server' })
  expect(summary).toHaveBeenCalledTimes(1)
})

test('a summary that is left is aborted, and requested again on the way back', async () => {
  const signals: AbortSignal[] = []
  const summary: Summary = ({ signal }) =>
    new Promise((_, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const { scope, summaries, opened, open, shown } = start(summary)
  await open('1')
  void allSettled(summaries.toggled, { scope, params: '1' })
  await expect.poll(shown).toEqual({ status: 'pending', text: '' })
  await allSettled(opened, { scope, params: null })
  expect(signals[0]?.aborted).toBe(true)
  void open('1')
  await expect.poll(() => signals.length).toBe(2)
  await allSettled(summaries.cancelled, { scope })
  expect(signals[1]?.aborted).toBe(true)
  expect(shown()).toBeUndefined()
})

test('a refusal is shown until the user tries again', async () => {
  const summary = vi.fn<Summary>(async () => {
    throw new PluginRefusal('errors:15001')
  })
  const { scope, summaries, open, shown } = start(summary)
  await open('1')
  await allSettled(summaries.toggled, { scope, params: '1' })
  expect(shown()).toMatchObject({ status: 'error', error: { text: { key: 'errors:15001' } } })
  expect(summary).toHaveBeenCalledTimes(1)
  summary.mockImplementation(async () => 'Books were saved.')
  await allSettled(summaries.retried, { scope })
  expect(shown()).toMatchObject({ text: 'Books were saved.' })
})

test('ten summaries stay in memory, those that were read last', async () => {
  const summary = vi.fn<Summary>(async ({ id }) => `Of ${id}.`)
  const { scope, summaries, open } = start(summary)
  for (let id = 1; id <= 11; id += 1) {
    await open(String(id))
    await allSettled(summaries.toggled, { scope, params: String(id) })
    await open('1')
    if (id === 1) await allSettled(summaries.toggled, { scope, params: '1' })
    if (id === 1) await allSettled(summaries.toggled, { scope, params: '1' })
  }
  expect(summary).toHaveBeenCalledTimes(11)
  await open('11')
  expect(summary).toHaveBeenCalledTimes(11)
  await open('2')
  expect(summary).toHaveBeenCalledTimes(12)
})

test("the browser's summariser writes piece by piece, where there is one", async () => {
  const summary = vi.fn<Summary>(async () => 'Of the server.')
  const { scope, summaries, set, open, shown } = start(summary)
  await allSettled(set, { scope, params: { engine: 'browser', actionLanguage: 'zh-TW' } })
  await open('1')
  await allSettled(summaries.toggled, { scope, params: '1' })
  expect(shown()).toMatchObject({ error: { text: { key: 'noBrowserSummarizer' } } })
  const languages: unknown[] = []
  vi.stubGlobal('Summarizer', {
    availability: async () => 'available',
    create: async ({ outputLanguage }: { outputLanguage: string }) => {
      languages.push(outputLanguage)
      return {
        summarizeStreaming: () =>
          new ReadableStream({
            start(stream) {
              for (const piece of ['Of the ', 'browser.']) stream.enqueue(piece)
              stream.close()
            },
          }),
        destroy: () => {},
      }
    },
  })
  await allSettled(summaries.retried, { scope })
  expect(shown()).toEqual({ status: 'success', text: 'Of the browser.', by: 'browser' })
  expect(languages).toEqual(['zh-Hant'])
  expect(summary).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
