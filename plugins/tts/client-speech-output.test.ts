import { expect, test } from 'vitest'
import type { MediaSignal, Passage } from '../../src/plugin-api/client.ts'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createSpeechOutput, type Text } from './speech-output.ts'
import type { Spoken } from './voice.ts'

const text: Text = {
  language: 'en',
  sentences: [
    { text: 'Title', place: null },
    { text: 'One.', place: { block: 0, from: 0 } },
    { text: 'Two.', place: { block: 0, from: 5 } },
  ],
}
const track = (entryId: string) =>
  ({ entryId, feedId: 'f', title: '', src: '', mime: null, image: null, duration: null }) as const
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** An output whose voice says what it is told, and ends each sentence when the test does. */
function reading(read: (entryId: string) => Promise<Text> = async () => text) {
  const said: Spoken[] = []
  const signals: MediaSignal[] = []
  const passages: (Passage | null)[] = []
  const failures: unknown[] = []
  let finish: () => void = () => {}
  let refuse: (error: Error) => void = () => {}
  let aborted = 0
  const output = createSpeechOutput({
    read,
    voice: () => ({
      speak: (spoken, { signal, started }) =>
        new Promise((resolve, reject) => {
          said.push(spoken)
          started()
          const cancel = () => {
            aborted += 1
            resolve()
          }
          finish = () => {
            signal.removeEventListener('abort', cancel)
            resolve()
          }
          refuse = reject
          signal.addEventListener('abort', cancel)
        }),
    }),
    voiceName: () => 'Ada',
    reached: (passage) => passages.push(passage),
    failed: (error) => failures.push(error),
  })
  output.listen((signal) => signals.push(signal))
  const begin = async (from = 0) => {
    output.load(track('1'), from)
    await output.play()
    await settled()
  }
  return {
    output,
    signals,
    passages,
    failures,
    begin,
    texts: () => said.map(({ text: words }) => words),
    said,
    aborts: () => aborted,
    finish: async () => {
      finish()
      await settled()
    },
    refuse: async (error: Error) => {
      refuse(error)
      await settled()
    },
  }
}

test('an entry is read sentence by sentence to its end', async () => {
  const { begin, finish, texts, signals, passages, said } = reading()
  await begin()
  await finish()
  await finish()
  await finish()
  expect(texts()).toEqual(['Title', 'One.', 'Two.'])
  expect(said[0]).toEqual({ text: 'Title', language: 'en', voice: 'Ada', rate: 1, volume: 1 })
  expect(passages).toEqual([
    null,
    { entryId: '1', block: 0, from: 0, text: 'One.' },
    { entryId: '1', block: 0, from: 5, text: 'Two.' },
    null,
  ])
  expect(signals[0]).toEqual({ type: 'waiting' })
  expect(signals[1]).toEqual({ type: 'duration', seconds: 3 })
  expect(signals.filter(({ type }) => type === 'time')).toEqual(
    [0, 1, 2].map((seconds) => ({ type: 'time', seconds })),
  )
  expect(signals.at(-1)).toEqual({ type: 'ended' })
})

test('a pause ends the voice, and it resumes with the same sentence', async () => {
  const { output, begin, finish, texts, signals, aborts } = reading()
  await begin()
  await finish()
  output.pause()
  await settled()
  expect(aborts()).toBe(1)
  expect(signals.at(-1)).toEqual({ type: 'paused' })
  await output.play()
  await settled()
  expect(texts()).toEqual(['Title', 'One.', 'One.'])
})

test('a step reads another sentence at once, and moves without reading while paused', async () => {
  const { output, begin, texts, passages } = reading()
  await begin()
  output.seek(2)
  await settled()
  expect(texts()).toEqual(['Title', 'Two.'])
  output.pause()
  output.seek(1)
  await settled()
  expect(texts()).toHaveLength(2)
  expect(passages.at(-1)).toMatchObject({ text: 'One.' })
})

test('another speed and mute apply to the sentence that is read', async () => {
  const { output, begin, said } = reading()
  await begin(1)
  output.set({ volume: 1, muted: false, rate: 1 })
  await settled()
  expect(said).toHaveLength(1)
  output.set({ volume: 0.5, muted: true, rate: 2 })
  await settled()
  expect(said[1]).toMatchObject({ text: 'One.', rate: 2, volume: 0 })
})

test('another entry ends the one before, even while that loads', async () => {
  const first = Promise.withResolvers<Text>()
  const { output, texts, signals } = reading(async (entryId) =>
    entryId === '1' ? first.promise : { ...text, sentences: [{ text: 'Other', place: null }] },
  )
  output.load(track('1'), 0)
  await output.play()
  output.load(track('2'), 0)
  await output.play()
  first.resolve(text)
  await settled()
  expect(texts()).toEqual(['Other'])
  expect(signals.filter(({ type }) => type === 'duration')).toEqual([{ type: 'duration', seconds: 1 }])
})

test('an entry without a text is named and ends at once, so that the next one is read', async () => {
  const { begin, failures, signals } = reading(async () => ({ ...text, sentences: [] }))
  await begin()
  expect(failures).toEqual([new PluginRefusal('nothingToRead')])
  expect(signals.at(-1)).toEqual({ type: 'ended' })
})

test('a text that cannot be loaded and a voice that breaks off pause with a reason; the next attempt loads again', async () => {
  let attempts = 0
  const { output, begin, refuse, failures, signals, texts } = reading(async () => {
    attempts += 1
    if (attempts === 1) throw new PluginRefusal('app:plugin.offline')
    return text
  })
  await begin()
  expect(failures).toEqual([new PluginRefusal('app:plugin.offline')])
  expect(signals.at(-1)).toEqual({ type: 'paused' })
  await output.play()
  await settled()
  expect(texts()).toEqual(['Title'])
  await refuse(new PluginRefusal('voiceFailed'))
  expect(failures).toHaveLength(2)
  expect(signals.at(-1)).toEqual({ type: 'paused' })
})
