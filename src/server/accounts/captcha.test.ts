import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { passesCaptcha } from './captcha.ts'

let server: TestServer
let site: Site
beforeEach(async () => {
  site = await startSite()
  const env = {
    CAPTCHA_HCAPTCHA_SECRET: 'of hcaptcha',
    CAPTCHA_RECAPTCHA_SECRET: 'of recaptcha',
    CAPTCHA_HCAPTCHA_VERIFY_URL: `${site.url}/hc`,
    CAPTCHA_RECAPTCHA_VERIFY_URL: `${site.url}/r`,
  }
  server = await startTestServer({ env: { ...env, LOG_LEVEL: 'silent' } })
  answerBy(({ response }) => ({ success: response === 'good', score: 0.9 }))
})
afterEach(async () => {
  site.close()
  await server.close()
})

function answerBy(judge: (message: Record<string, string>) => object) {
  site.answer = (_, response) => {
    const message = Object.fromEntries(new URLSearchParams(site.requests.at(-1)?.body))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(judge(message)))
  }
}
const signUp = (token?: string) =>
  server.request('/better-auth/sign-up/email', {
    method: 'POST',
    headers: token === undefined ? {} : { 'x-token': token },
    body: { email: 'ada@example.org', password: 'correct horse battery', name: 'ada' },
  })

test('with a captcha configured, sign-up requires its token', async () => {
  for (const token of [undefined, 'hc:undefined', 'hc:', 'hc:bad', 'r2:good', 'good']) {
    const answer = await signUp(token)
    expect([token, answer.status, await answer.json()]).toEqual([
      token,
      400,
      expect.objectContaining({ code: 1007, message: 'Captcha verification failed' }),
    ])
  }
  expect((await signUp('hc:good')).status).toBe(200)
  expect(site.requests.at(-1)?.path).toBe('/hc')
  expect(site.requests.at(-1)?.body).toContain('secret=of+hcaptcha')
})

test('a low score counts as a bot, and a failing service refuses everyone', async () => {
  const headers = new Headers({ 'x-token': 'r3:good' })
  expect(await passesCaptcha(server.services, headers, ['r2', 'r3'])).toBe(true)
  answerBy(() => ({ success: true, score: 0.05 }))
  expect(await passesCaptcha(server.services, headers, ['r2', 'r3'])).toBe(false)
  site.answer = (_, response) => void response.writeHead(500).end('no')
  expect(await passesCaptcha(server.services, headers, ['r2', 'r3'])).toBe(false)
})
