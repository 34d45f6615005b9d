import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'

const bob = { name: 'Bob', email: 'bob@example.org', password: 'quite another secret' }

test.describe('where accounts begin as trials', () => {
  test.use({ env: { SIGNUP: 'trial' } })

  test('a user reaches the end of a trial and activates the account with a code', async ({
    reader,
    browser,
  }) => {
    await reader.run('Settings: invitations')
    const codes = reader.page.getByRole('region', { name: 'Your codes' })
    await expect(codes.getByText('You have not made any codes yet.')).toBeVisible()
    await reader.page.getByRole('button', { name: 'Create a code' }).press('Enter')
    await expect(codes.getByRole('listitem')).toHaveCount(1)
    const code = (await codes.locator('code').textContent()) ?? ''

    const page = await (await browser.newContext()).newPage()
    const guest = new Reader(watched(page), reader.url)
    await page.goto(`${reader.url}/register`)
    for (const [name, text] of Object.entries({ ...bob, repeated: bob.password }))
      await page.locator(`input[name="${name}"]`).fill(text)
    await guest.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await guest.press('Escape')

    await guest.run('Your profile')
    await expect(page.getByText('you follow 0 of at most 20 feeds')).toBeVisible()
    await guest.run('Settings: invitations')
    await expect(page.getByRole('heading', { name: 'Not activated' })).toBeVisible()

    await guest.run('Create an invitation')
    const toast = guest.toast('A trial account cannot do this.')
    await toast.getByRole('button', { name: 'Activate' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invitation Code' })
    const field = dialog.getByLabel('Invitation code')
    await expect(field).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Activate' })).toBeDisabled()
    await page.keyboard.type('not-the-code')
    await guest.press('Enter')
    await expect(dialog.getByText('This invitation code does not exist.')).toBeVisible()
    await field.fill(code)
    await guest.press('Enter')
    await expect(dialog.getByText('Your account is activated.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create a code' })).toBeVisible()

    await reader.page.reload()
    await expect(codes.getByText('used by Bob')).toBeVisible()

    // A link with a code leads a stranger to sign-up, and a user to the page.
    await page.goto(`${reader.url}/invitation?code=${code}`)
    await expect(page.getByText('Your account is already activated.')).toBeVisible()
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(`${reader.url}/invitation?code=${code}`)
    await expect(stranger).toHaveURL(`${reader.url}/register?invitation=${code}`)
  })
})
