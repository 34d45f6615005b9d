import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, type Service } from '../../tests/support/service.ts'
import { kinds } from '../../tests/support/storage.ts'
import { MAX_SPOKEN } from './contract.ts'
import { KEY, startAzure, startOpenai } from './testing/speech-servers.ts'

const ANDREW = 'en-US-AndrewMultilingualNeural'
type Result = { readonly ok: boolean; readonly output: { readonly audio: string; readonly type: string } }
const audioText = (result: unknown): string =>
  Buffer.from((result as Result).output.audio, 'base64').toString()

let openai: Service
let azure: Service
let plugin: PluginServer

beforeAll(async () => {
  openai = await startOpenai()
  azure = await startAzure()
  plugin = await startPluginServer('tts')
  await plugin.set({ values: { enableTts: true } })
})
afterAll(async () => {
  await plugin.close()
  await openai.close()
  await azure.close()
})
/** The list of voices that has this one. */
const listWith = (voice: object) => ({ ok: true, output: { voices: expect.arrayContaining([voice]) } })
const speak = (text: string, more: Readonly<Record<string, unknown>> = {}) =>
  plugin.call('speak', { text, voice: ANDREW, ...more })

test('a server without voices of its own says so', async () => {
  await plugin.set({ values: { speechService: 'server' } })
  expect(await speak('One.')).toEqual({ ok: false, words: { key: 'speech.notSetUp' } })
})

describe('OpenAI', () => {
  beforeAll(() =>
    plugin.set({
      values: {
        speechService: 'openai',
        openaiSpeechEndpoint: `${openai.url}/v1/`,
        openaiSpeechModel: 'tts-x',
      },
      secrets: { openaiSpeechKey: KEY },
    }),
  )

  test('a sentence becomes audio', async () => {
    const result = await speak('One.', { voice: 'nova' })
    expect(result).toMatchObject({ ok: true, output: { type: 'audio/mpeg' } })
    expect(audioText(result)).toBe('tts-x nova: One.|')
  })

  test('the default voice, which is one of Azure, gives way to one of OpenAI', async () => {
    expect(audioText(await speak('Two.'))).toBe('tts-x alloy: Two.|')
  })

  test('what was read before is not paid for again', async () => {
    const first = await speak('Three.')
    const count = openai.requests.length
    expect(await speak('Three.')).toEqual(first)
    expect(openai.requests).toHaveLength(count)
    await speak('Three.', { voice: 'echo' })
    expect(openai.requests).toHaveLength(count + 1)
  })

  test('a text that is too long for the service is read in pieces', async () => {
    const text =
      'A sentence that has neither a comma nor an end and goes on and on until the service has had enough'
    expect(audioText(await speak(text)).replaceAll(/tts-x alloy: |\|/g, '')).toBe(text)
    openai.refuseNext({ status: 413 })
    expect(await speak('Short, and yet too long.')).toEqual({ ok: false, words: { key: 'speech.tooLong' } })
  })

  test('its voices are listed, or those of a server that has others', async () => {
    expect(await plugin.call('voices', {})).toEqual(listWith({ name: 'nova', title: 'nova', lang: '' }))
    openai.refuseNext(json(200, { voices: ['af_heart', { id: 'bf_emma', name: 'Emma' }] }))
    expect(await plugin.call('voices', {})).toEqual({
      ok: true,
      output: {
        voices: [
          { name: 'af_heart', title: 'af_heart', lang: '' },
          { name: 'bf_emma', title: 'bf_emma', lang: '' },
        ],
      },
    })
  })

  test('a wrong key is named', async () => {
    await plugin.set({ secrets: { openaiSpeechKey: 'wrong' } })
    expect(await speak('Never.')).toEqual({
      ok: false,
      words: { key: 'speech.notAccepted', values: { service: 'OpenAI' } },
    })
    await plugin.set({ secrets: { openaiSpeechKey: KEY } })
  })

  test.each([
    [
      { status: 429, headers: { 'retry-after': '30' } },
      { key: 'speech.tooOftenWait', values: { service: 'OpenAI', seconds: 30 } },
    ],
    [{ status: 429 }, { key: 'speech.tooOften', values: { service: 'OpenAI' } }],
    [{ status: 503 }, { key: 'speech.down', values: { service: 'OpenAI', status: 503 } }],
    [
      { status: 400, body: '{"error":{"message":"Unknown voice."}}' },
      { key: 'speech.refused', values: { service: 'OpenAI', status: 400, reason: 'Unknown voice.' } },
    ],
    [
      { status: 200, body: '{}' },
      { key: 'speech.unreadable', values: { service: 'OpenAI' } },
    ],
    [
      { status: 200, headers: { 'content-type': 'audio/mpeg' } },
      { key: 'speech.unreadable', values: { service: 'OpenAI' } },
    ],
  ])('the refusal %o becomes a message', async (refusal, words) => {
    openai.refuseNext(refusal)
    expect(await speak('Refused.')).toEqual({ ok: false, words })
  })

  test('a server that is not there is named', async () => {
    await plugin.set({ values: { openaiSpeechEndpoint: 'http://127.0.0.1:1/v1' } })
    expect(await speak('Nobody hears.')).toMatchObject({
      ok: false,
      words: { key: 'outside.unreachable', values: { host: '127.0.0.1:1' } },
    })
  })

  test('what is no text, or too long for a call, is refused', async () => {
    const request = (text: string) =>
      plugin.user.request('/plugins/tts/calls/speak', {
        method: 'POST',
        body: { input: { text, voice: '' } },
      })
    expect((await request(' ')).status).toBe(400)
    expect((await request('a'.repeat(MAX_SPOKEN + 1))).status).toBe(400)
  })
})

describe('Azure Speech', () => {
  beforeAll(() => plugin.set({ values: { speechService: 'azure' } }))

  test('what is missing in the settings is named', async () => {
    const missing = (setting: string) => ({
      ok: false,
      words: { key: 'outside.missing', values: { service: 'Azure Speech', setting } },
    })
    expect(await speak('One.')).toEqual(missing('azureSpeechEndpoint'))
    await plugin.set({ values: { azureSpeechEndpoint: `${azure.url}/` } })
    expect(await speak('One.')).toEqual(missing('azureSpeechKey'))
  })

  test('a wrong key is named', async () => {
    await plugin.set({ secrets: { azureSpeechKey: 'wrong' } })
    expect(await speak('One.')).toEqual({
      ok: false,
      words: { key: 'speech.notAccepted', values: { service: 'Azure Speech' } },
    })
    await plugin.set({ secrets: { azureSpeechKey: KEY } })
  })

  test('the default voice reads any language', async () => {
    expect(audioText(await speak('Es regnet.', { language: 'de' }))).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="de">' +
        `<voice name="${ANDREW}"><lang xml:lang="de">Es regnet.</lang></voice></speak>`,
    )
    expect(azure.requests.at(-1)?.headers).toMatchObject({
      'ocp-apim-subscription-key': KEY,
      'x-microsoft-outputformat': 'audio-24khz-48kbitrate-mono-mp3',
    })
  })

  test('a voice of one language gives way to one of the text’s', async () => {
    const japanese = audioText(await speak('雨です。', { language: 'ja-JP', voice: 'en-GB-SoniaNeural' }))
    expect(japanese).toContain('<voice name="ja-JP-NanamiNeural">雨です。</voice>')
  })

  test('a text cannot become markup of the request', async () => {
    const result = await speak('<break time="9s"/> & "so"\u0001 on', { language: 'en"><x' })
    expect(audioText(result)).toContain('&lt;break time=&quot;9s&quot;/&gt; &amp; &quot;so&quot;  on')
    expect(audioText(result)).not.toContain('<x')
  })

  test('its voices are listed', async () => {
    expect(await plugin.call('voices', {})).toEqual(
      listWith({ name: 'ja-JP-NanamiNeural', title: '七海', lang: 'ja-JP' }),
    )
  })

  test.each([
    [{ status: 429 }, { key: 'speech.tooOften', values: { service: 'Azure Speech' } }],
    [{ status: 502 }, { key: 'speech.down', values: { service: 'Azure Speech', status: 502 } }],
    [
      { status: 400, body: 'Unsupported voice' },
      {
        key: 'speech.refused',
        values: { service: 'Azure Speech', status: 400, reason: 'Unsupported voice' },
      },
    ],
  ])('the refusal %o becomes a message', async (refusal, words) => {
    azure.refuseNext(refusal)
    expect(await speak('Refused.')).toEqual({ ok: false, words })
  })
})

test('keys are never given out again', async () => {
  const settings = await (await plugin.user.request('/plugins/tts/settings')).text()
  expect(settings).toContain('"secretsSet":["openaiSpeechKey","azureSpeechKey"]')
  expect(settings).not.toContain(KEY)
})

describe.each(kinds)('the administrator’s service (%s)', (kind) => {
  let server: PluginServer
  beforeAll(async () => {
    server = await startPluginServer('tts', kind, {
      env: { TTS_URL: `${openai.url}/v1`, TTS_API_KEY: KEY, TTS_CHARACTERS_PER_DAY: '20' },
    })
    await server.set({ values: { enableTts: true, speechService: 'server' } })
  })
  afterAll(() => server.close())
  const request = (text: string) => server.call('speak', { text, voice: ANDREW })

  test('reads to users who have no key, up to a limit of characters', async () => {
    expect(audioText(await request('Ten chars.'))).toBe('tts-1 alloy: Ten chars.|')
    openai.refuseNext({ status: 503 })
    expect(await request('Not heard.')).toMatchObject({ ok: false, words: { key: 'speech.down' } })
    expect(await request('Nine more')).toMatchObject({ ok: true })
    expect(await request('And two')).toEqual({
      ok: false,
      words: { key: 'speech.quota', values: { limit: 20 } },
    })
    expect(await request('Ten chars.')).toMatchObject({ ok: true })
  })

  test('its key goes to no address that a user enters', async () => {
    await server.set({ values: { speechService: 'openai', openaiSpeechEndpoint: `${openai.url}/v1` } })
    expect(await request('Whose key?')).toMatchObject({ ok: false, words: { key: 'speech.notAccepted' } })
    expect(openai.requests.at(-1)?.headers.authorization).toBeUndefined()
  })
})

test('an invalid variable of the administrator stops the start with its name', async () => {
  await expect(startPluginServer('tts', 'sqlite', { env: { TTS_URL: 'here' } })).rejects.toThrow('TTS_URL')
})
