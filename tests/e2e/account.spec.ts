import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'

// The last account of a server is deleted.
test.use({ env: {} })

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('a user edits the profile, changes the address, ends sessions, and deletes the account', async ({
  reader,
  browser,
}) => {
  const { page } = reader
  const other = await (await browser.newContext()).newPage()
  await new Reader(watched(other), reader.url).signInByCall()

  await reader.run('Your profile')
  const profile = page.getByRole('region', { name: 'Profile' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    profile.getByRole('button', { name: 'Upload a picture' }).press('Enter'),
  ])
  await chooser.setFiles({ name: 'ada.png', mimeType: 'image/png', buffer: PNG })
  await expect(profile.locator('img')).toHaveAttribute('src', /\/avatars\//)
  await profile.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(profile.getByText('Saved.')).toBeVisible()
  const links = page.getByRole('region', { name: 'Elsewhere' })
  await links.getByLabel('GitHub').fill('javascript:alert(1)')
  await expect(links.getByText('Enter a web address or a name.')).toBeVisible()
  await links.getByLabel('GitHub').fill('ada')
  await links.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(links.getByText('Saved.')).toBeVisible()
  const { user } = await reader.request<{ user: { image: string; socialLinks: object } }>(
    '/better-auth/get-session',
  )
  expect(user).toMatchObject({
    image: expect.stringContaining('/avatars/'),
    socialLinks: { github: 'ada' },
  })
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await reader.run('Change your e-mail address')
  const address = page.getByRole('region', { name: 'E-mail' })
  await expect(address.getByLabel('New e-mail address')).toBeFocused()
  await page.keyboard.type('countess@example.org')
  await reader.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')
  await expect(address.getByText('Your address is now countess@example.org.')).toBeVisible()

  await reader.run('Active sessions')
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).press('Enter')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await reader.run('Delete your account')
  await page.getByRole('region', { name: 'Delete the account' }).getByRole('button').press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Delete the account countess@example.org?' })
  await expect(dialog.getByText('your feeds, folders')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Delete the account' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox').press('Space')
  await confirm.press('Enter')
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')
  // The server has no account again.
  await expect(page).toHaveURL(`${reader.url}/register`)
  await expect(page.getByText('You will be the admin')).toBeVisible()
})
