import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import errors from '../../../../locales/ja/errors.json'
import en from '../../../../locales/en/errors.json'
import { modelProblem } from '../../../contract/model-problems.ts'
import { rejectAsRefusal } from './reject-as-refusal.ts'

beforeAll(() => i18next.init({ lng: 'ja', resources: { ja: { errors } } }))
afterAll(() => i18next.changeLanguage('en'))

const refusedFor = async (reason: string) => {
  const refused = { kind: 'refused', key: null, code: 15_000, message: 'x', reason, status: 400 }
  const failure: unknown = await rejectAsRefusal(Promise.reject(refused)).catch((error: unknown) => error)
  return failure
}

test('what the server says of the language model is in the language of the user, with what it names', async () => {
  expect(await refusedFor(modelProblem('notSetUp'))).toMatchObject({
    text: { key: 'errors:15000', reason: 'AI_BASE_URL と AI_MODEL を設定してください。' },
  })
  expect(await refusedFor(modelProblem('silent', { seconds: '60' }))).toMatchObject({
    text: { reason: errors.model.silent.replace('{{seconds}}', '60') },
  })
  expect(await refusedFor('Something else.')).toMatchObject({ text: { reason: 'Something else.' } })
})

test('English is what the server says', () => {
  for (const [key, sentence] of Object.entries(en.model))
    expect(
      modelProblem(key as keyof typeof en.model, {
        limit: '{{limit}}',
        seconds: '{{seconds}}',
        status: '{{status}}',
      }),
    ).toBe(sentence)
})
