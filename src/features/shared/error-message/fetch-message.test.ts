import i18next from 'i18next'
import { expect, test } from 'vitest'
import en from '../../../../locales/en/errors.json'
import ja from '../../../../locales/ja/errors.json'
import zhCN from '../../../../locales/zh-CN/errors.json'
import zhTW from '../../../../locales/zh-TW/errors.json'
import { fetchProblemMessage } from '../../../contract/fetch-problems.ts'
import { errorMessage } from './error-message.ts'
import { fetchMessage } from './fetch-message.ts'

const i18n = i18next.createInstance()
await i18n.init({
  ns: ['errors'],
  resources: Object.fromEntries(
    Object.entries({ en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }).map(([language, errors]) => [
      language,
      { errors },
    ]),
  ),
})
const translator = (lng: string) => (key: string, values: object) => i18n.t(key, { lng, ...values })
const keys = ['challenge', 'blocked', 'consent'] as const

test('English is what the server says', () => {
  for (const key of keys) {
    const message = fetchProblemMessage({ key, service: 'Cloudflare' }, 403)
    expect(fetchMessage(message, translator('en'))).toBe(message)
  }
})

test.each(['ja', 'zh-CN', 'zh-TW'])(
  'in %s the words are translated, and name the service and the status',
  (language) => {
    for (const key of keys) {
      const message = fetchProblemMessage({ key, service: 'Reddit' }, 429)
      const text = fetchMessage(message, translator(language))
      expect(text).toMatch(/^Reddit [^\sa-z].*HTTP 429）$/)
      // As the reason of a refusal: the address could not be followed.
      const refused = { kind: 'refused', key: null, code: 4008, message: 'x', reason: message, status: 400 }
      expect(errorMessage(refused, translator(language))).toContain(text)
    }
  },
)

const faults = [
  'The site has a fault (HTTP 500)',
  'The domain site.example was not found (DNS)',
  'The secure connection to site.example failed: its certificate has expired',
  'The address was redirected more than 5 times',
  'The feed moved to https://site.example/feed',
  'The document could not be read (no element)',
]

test('every other reason of a failure is in the language of the reader, with what it names', () => {
  for (const message of faults) {
    expect(fetchMessage(message, translator('en'))).toBe(message)
    for (const language of ['ja', 'zh-CN', 'zh-TW']) {
      const text = fetchMessage(message, translator(language))
      expect(text).toMatch(/[\u3040-\u9fff]/)
      for (const named of message.match(/site\.example|\b\d+\b|no element/g) ?? [])
        expect(text).toContain(named)
    }
  }
})

test('another message stays, and so does one whose translation is not loaded', () => {
  expect(fetchMessage('Something else (HTTP 500)', translator('ja'))).toBe('Something else (HTTP 500)')
  const message = fetchProblemMessage({ key: 'blocked', service: 'Tumblr' }, 403)
  expect(fetchMessage(message, (_, { defaultValue }) => String(defaultValue))).toBe(message)
})
