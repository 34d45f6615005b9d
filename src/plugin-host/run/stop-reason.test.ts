import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import errors from '../../../locales/en/errors.json' with { type: 'json' }
import type { ApiError } from '../../api/index.ts'
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import { stopReason } from './stop-reason.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: { en: { app, errors } } }))

const refused = (code: number): ApiError => ({
  kind: 'refused',
  key: null,
  code,
  message: 'Internal error',
  reason: null,
  status: 500,
})

test.each([
  [new Error('a mistake'), 'a mistake'],
  ['a text', 'a text'],
  [new PluginRefusal('app:plugin.offline'), 'This needs a connection. Try again when you are online.'],
  [refused(1005), 'The server had an internal error.'],
  [refused(999_999), 'Something unexpected happened.'],
  [{ kind: 'failed', status: 500, message: null }, 'Something went wrong on the server (500).'],
])('a reason is in words: %o', (error, reason) => {
  expect(stopReason(error)).toBe(reason)
})
