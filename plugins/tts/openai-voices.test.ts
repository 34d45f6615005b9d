import { expect, test } from 'vitest'
import type { Access } from './server/speech-service.ts'
import { openaiSpeech } from './server/openai.ts'

/** OpenAI has no list of its voices. */
const fetch: Access['fetch'] = async () => ({
  status: 404,
  headers: {},
  text: '',
  bytes: new Uint8Array(),
  json: () => null,
})
const voicesOf = async (model: string) => {
  const voices = await openaiSpeech({ endpoint: 'https://api.openai.com/v1', key: '', model, fetch }).voices()
  return voices.map(({ name }) => name).toSorted()
}
const OLDER = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer']

test.each([
  ['tts-1', OLDER],
  ['tts-1-hd', OLDER],
  ['tts-1-1106', OLDER],
  ['gpt-4o-mini-tts', [...OLDER, 'ballad', 'cedar', 'marin', 'verse'].toSorted()],
])('the voices of %s are those that OpenAI has for it', async (model, voices) => {
  expect(await voicesOf(model)).toEqual(voices)
})
