import { expect, test as base } from './fixtures.ts'
import { ada } from './reader.ts'
import { freePort } from '../support/free-port.ts'
import { startMailbox, type Mailbox } from '../support/mailbox.ts'

const test = base.extend<{ mailbox: Mailbox }>({
  mailbox: async ({}, use) => {
    const mailbox = await startMailbox()
    await use(mailbox)
    await mailbox.close()
  },
  env: async ({ mailbox }, use) => {
    await use({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Lectern <lectern@example.org>',
      // Links in e-mails name it.
      PORT: await freePort(),
    })
  },
})

/** The link of the newest e-mail with this subject, once it has arrived. */
async function linkIn({ mails }: Mailbox, subject: string, to = ada.email): Promise<string> {
  const found = () =>
    mails
      .findLast((mail) => mail.subject === subject && mail.to?.some(({ address }) => address === to))
      ?.text?.match(/http\S+/)?.[0]
  await expect.poll(found).toBeTruthy()
  return found() ?? ''
}

test('a user verifies the address, changes it, forgets the password, and sets a new one', async ({
  reader,
  mailbox,
}) => {
  const { page } = reader
  await page.goto(await linkIn(mailbox, 'Confirm your e-mail address'))
  await expect(page.getByText('Your address is verified.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue reading' })).toBeFocused()
  await reader.press('Enter')
  await expect(reader.pane('subscription-list')).toBeVisible()

  await reader.run('Change your e-mail address')
  const address = page.getByRole('region', { name: 'E-mail' })
  await expect(address.getByText('Verified', { exact: true })).toBeVisible()
  await address.getByLabel('New e-mail address').fill('countess@example.org')
  await reader.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')
  await expect(address.getByText(`We have sent an e-mail to ${reader.account.email}.`)).toBeVisible()
  await page.goto(await linkIn(mailbox, 'Confirm the change of your e-mail address'))
  await expect(page.getByText('Now open the link that we have sent to countess@example.org.')).toBeVisible()
  await page.goto(await linkIn(mailbox, 'Confirm your e-mail address', 'countess@example.org'))
  await expect(page.getByText('Your address is verified.')).toBeVisible()
  await reader.press('Enter')
  await expect(reader.pane('subscription-list')).toBeVisible()

  await reader.run('Sign out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await reader.press('Enter')
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible()
  await page.keyboard.type('countess@example.org')
  await reader.press('Enter')
  await expect(page.getByText('an e-mail is on its way')).toBeVisible()

  const link = await linkIn(mailbox, 'Set a new password', 'countess@example.org')
  await page.goto(link)
  const field = page.locator('input[name="password"]')
  await expect(field).toBeFocused()
  await field.fill('a different secret')
  await page.locator('input[name="repeated"]').fill('a different secre')
  await reader.press('Enter')
  await expect(page.getByText('The passwords do not match.')).toBeVisible()
  await page.locator('input[name="repeated"]').fill('a different secret')
  await reader.press('Enter')
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused()
  await reader.press('Enter')
  await page.locator('input[name="email"]').fill('countess@example.org')
  await field.fill('a different secret')
  await reader.press('Enter')
  await expect(reader.pane('subscription-list')).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeFocused()
})
