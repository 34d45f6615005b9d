import { expect, test } from './fixtures.ts'
import { Reader } from './reader.ts'

test('a user adds a passkey, signs in with it, renames and removes it', async ({
  page,
  lectern,
  account,
}) => {
  // A passkey belongs to a host name, and an address has none.
  const reader = new Reader(page, lectern.url.replace('127.0.0.1', 'localhost'), account)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await reader.signUpByCall()
  await page.goto(`${reader.url}/settings/profile#passkeys`)
  const section = page.getByRole('region', { name: 'Passkeys' })
  const name = section.getByLabel('Name of the passkey')
  await expect(name).toBeFocused()
  await name.fill('My laptop')
  await reader.press('Enter')
  await expect(section.getByRole('listitem')).toContainText('My laptop')

  await section.getByRole('button', { name: 'Rename' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
  await dialog.getByLabel('Name of the passkey').fill('Work laptop')
  await reader.press('Enter')
  await expect(section.getByRole('listitem')).toContainText('Work laptop')

  await reader.run('Sign out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
  await signIn.press('Enter')
  await expect(reader.pane('subscription-list')).toBeVisible()

  await page.goto(`${reader.url}/settings/profile#passkeys`)
  await section.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(0)
})
