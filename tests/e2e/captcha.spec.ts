import { expect, test as base } from './fixtures.ts'
import { ada, Reader } from './reader.ts'
import { startSite, type Site } from '../support/site.ts'

/** A captcha service on the loopback: its widget is a button, and it accepts each token once. */
const widget = `
  window.hcaptcha = {
    render(box, options) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am human'
      button.onclick = () => options.callback('token-' + (window.solved = (window.solved ?? 0) + 1))
      box.append(button)
      return 'widget'
    },
    reset() {},
    remove() {},
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

const test = base.extend<{ service: Site }>({
  service: async ({}, use) => {
    const service = await startSite()
    service.answer = (request, response) => {
      if (request.url?.startsWith('/api.js'))
        return void response.setHeader('content-type', 'text/javascript').end(widget)
      const success = service.requests.at(-1)?.body.includes('response=token-2') ?? false
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
    }
    await use(service)
    service.close()
  },
  env: async ({ service }, use) => {
    await use({
      CAPTCHA_HCAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_HCAPTCHA_SECRET: 'secret',
      CAPTCHA_HCAPTCHA_SCRIPT_URL: `${service.url}/api.js`,
      CAPTCHA_HCAPTCHA_VERIFY_URL: `${service.url}/verify`,
    })
  },
})

test('a captcha is solved before an account is created, again after a refusal', async ({ stranger }) => {
  const { page } = stranger
  await page.goto(`${stranger.url}/register`)
  for (const [name, text] of Object.entries({ ...ada, repeated: ada.password }))
    await page.locator(`input[name="${name}"]`).fill(text)
  const solve = page.getByRole('group', { name: 'Captcha' }).getByRole('button', { name: 'I am human' })
  await expect(solve).toBeVisible()
  const submit = page.getByRole('button', { name: 'Create an account' })
  await submit.press('Enter')
  await expect(page.getByText('Solve the captcha first.')).toBeVisible()
  await solve.press('Enter')
  await submit.press('Enter')
  await expect(page.getByText('The captcha was not accepted.')).toBeVisible()
  await solve.press('Enter')
  await submit.press('Enter')
  await expect(new Reader(page, stranger.url).pane('subscription-list')).toBeVisible()
})
