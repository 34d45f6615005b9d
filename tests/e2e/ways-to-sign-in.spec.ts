/** The ways into an account: a provider that is linked, a first password, a confirmed address, and sessions that end. */
import type { Page } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { startMailbox, type Mailbox } from '../support/mailbox.ts'
import { startOidcProvider, type Claims, type OidcProvider } from '../support/oidc.ts'
import { expect, test as base, watched } from './fixtures.ts'
import { Reader } from './reader.ts'

const test = base.extend<{ provider: OidcProvider; mailbox: Mailbox }>({
  provider: async ({}, use) => {
    const provider = await startOidcProvider('lectern', 'between us')
    await use(provider)
    provider.close()
  },
  mailbox: async ({}, use) => {
    const mailbox = await startMailbox()
    await use(mailbox)
    await mailbox.close()
  },
  env: async ({ provider, mailbox }, use) => {
    const port = await freePort()
    await use({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'lectern',
      OIDC_CLIENT_SECRET: 'between us',
      OIDC_NAME: 'The Institute',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Lectern <lectern@example.org>',
    })
  },
})

/** The provider's page, where the user agrees by a link. */
const servePage = (page: Page, provider: OidcProvider, claims: Claims) =>
  page.route(`${provider.issuer}/authorize**`, (route) => {
    const back = provider.signIn(route.request().url(), claims).href.replaceAll('&', '&amp;')
    return route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Agree</a>` })
  })

test('a user confirms the address, signs out one of two other devices, and links a provider; who came with it sets the first password', async ({
  reader,
  mailbox,
  provider,
  browser,
}) => {
  base.setTimeout(240_000)
  const { page } = reader
  const devices: Reader[] = []
  for (const _ of [1, 2]) {
    const device = await (await browser.newContext()).newPage()
    devices.push(new Reader(watched(device), reader.url, reader.account))
  }
  for (const device of devices) await device.signInByCall()

  await base.step('the confirming e-mail is sent again, and the second one confirms', async () => {
    const sent = () => mailbox.mails.filter(({ subject }) => subject === 'Confirm your e-mail address')
    await expect.poll(() => sent().length).toBe(1)
    await reader.run('Change your e-mail address')
    const address = page.getByRole('region', { name: 'E-mail' })
    await address.getByRole('button', { name: 'Send the e-mail again' }).press('Enter')
    await expect(address.getByText(`We have sent an e-mail to ${reader.account.email}.`)).toBeVisible()
    await expect.poll(() => sent().length).toBe(2)
    await page.goto(sent()[1]?.text?.match(/http\S+/)?.[0] ?? '')
    await expect(page.getByText('Your address is verified.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue reading' })).toBeFocused()
    await reader.press('Enter')
    await expect(reader.pane('subscription-list')).toBeVisible()
    await reader.run('Change your e-mail address')
    await expect(address.getByText('Verified', { exact: true })).toBeVisible()
    await expect(address.getByRole('button', { name: 'Send the e-mail again' })).toBeHidden()
  })

  await base.step('one other device is signed out, and the third stays signed in', async () => {
    await reader.run('Active sessions')
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    await sessions.getByRole('button', { name: 'Sign out this device' }).first().press('Enter')
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    const signedIn = () =>
      Promise.all(
        devices.map((device) => device.request<{ user: object } | null>('/better-auth/get-session')),
      )
    await expect.poll(async () => (await signedIn()).filter((session) => session !== null)).toHaveLength(1)
    for (const device of devices) await device.page.context().close()
  })

  await base.step('a user links a provider, and signs in with it on another device', async () => {
    const claims = {
      sub: 'a-1',
      email: 'lovelace@institute.example',
      email_verified: true,
      name: 'Ada L.',
    }
    await servePage(page, provider, claims)
    await reader.run('Your profile')
    const linked = page.getByRole('region', { name: 'Linked sign-in providers' })
    await linked.getByRole('button', { name: 'Link The Institute' }).press('Enter')
    // The session is new, so the password is not asked for.
    await page.getByRole('link', { name: 'Agree' }).press('Enter')
    await expect(page).toHaveURL(/\/settings\/profile/)
    await expect(linked.getByRole('listitem')).toContainText(['The Institute'])
    await expect(linked.getByRole('listitem')).toContainText(['lovelace@institute.example'])
    await expect(linked.getByRole('button', { name: 'Link The Institute' })).toBeHidden()

    const context = await browser.newContext()
    const device = watched(await context.newPage())
    await servePage(device, provider, claims)
    await device.goto(`${reader.url}/login`)
    await device.getByRole('button', { name: 'Continue with The Institute' }).press('Enter')
    await device.getByRole('link', { name: 'Agree' }).press('Enter')
    await expect(new Reader(device, reader.url).pane('subscription-list')).toContainText(reader.account.name)
    await context.close()
  })

  await base.step('a user who came with a provider sets the first password', async () => {
    const grace = { name: 'Grace', email: 'grace@example.org', password: 'a compiler for words' }
    const context = await browser.newContext()
    const device = new Reader(watched(await context.newPage()), reader.url)
    await servePage(device.page, provider, {
      sub: 'g-1',
      email: grace.email,
      email_verified: true,
      name: grace.name,
    })
    await device.page.goto(`${reader.url}/login`)
    await device.page.getByRole('button', { name: 'Continue with The Institute' }).press('Enter')
    await device.page.getByRole('link', { name: 'Agree' }).press('Enter')
    await expect(device.page.getByRole('dialog')).toBeVisible()
    await device.page.keyboard.press('Escape')
    await device.run('Change your password')
    const password = device.page.getByRole('region', { name: 'Password', exact: true })
    const field = password.getByLabel('New password', { exact: true })
    await field.fill('short')
    await expect(password.getByRole('button', { name: 'Set the password' })).toBeDisabled()
    await field.fill(grace.password)
    await device.page.keyboard.press('Enter')
    await expect(password.getByLabel('Current password', { exact: true })).toBeVisible()
    await context.close()

    const other = await browser.newContext()
    const second = new Reader(watched(await other.newPage()), reader.url, grace)
    await second.signInByCall()
    await second.open()
    await other.close()
  })
})
