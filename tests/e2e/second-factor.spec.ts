import { codeAt } from '../../src/server/accounts/codes.ts'
import { expect, test } from './fixtures.ts'
import { totpKeyOf } from '../support/second-factor.ts'

test('a user turns on the second factor, signs in with a backup code, and turns it off', async ({
  reader,
}) => {
  const { page } = reader
  await page.goto(`${reader.url}/settings/profile#secondFactor`)
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  const turnOn = section.getByRole('button', { name: 'Turn on' })
  await expect(turnOn).toBeFocused()
  await reader.press('Enter')

  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type('wrong horse')
  await reader.press('Enter')
  await expect(proof.getByText('The password is incorrect.')).toBeVisible()
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')

  const setUp = page.getByRole('dialog', { name: 'Set up your authenticator app' })
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await setUp.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const key = totpKeyOf(`otpauth://totp/Lectern?secret=${secret}`)
  await expect(setUp.locator('input[name="code"]')).toBeFocused()
  await page.keyboard.type('000000')
  await reader.press('Enter')
  await expect(setUp.getByText('The code is incorrect.')).toBeVisible()
  await setUp.locator('input[name="code"]').fill(codeAt(key, Math.floor(Date.now() / 30_000)))
  await reader.press('Enter')

  const codes = page.getByRole('dialog', { name: 'Backup codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const backup = (await codes.getByRole('listitem').first().textContent()) ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download the codes' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('lectern-backup-codes.txt')
  await codes.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(section.getByText('On', { exact: true })).toBeVisible()

  await section.getByRole('button', { name: 'Make new codes' }).press('Enter')
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')
  await expect(codes.getByText(backup)).toHaveCount(0)
  const renewed = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I have saved them' }).press('Enter')

  await reader.run('Sign out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
  await page.locator('input[name="email"]').fill(reader.account.email)
  await page.locator('input[name="password"]').fill(reader.account.password)
  await reader.press('Enter')
  await page.getByRole('button', { name: 'Use a backup code' }).press('Enter')
  await page.getByLabel('Backup code').fill(backup)
  await reader.press('Enter')
  await expect(page.getByText('The code is incorrect.')).toBeVisible()
  await page.getByLabel('Backup code').fill(renewed)
  await reader.press('Enter')
  await expect(reader.pane('subscription-list')).toBeVisible()

  await page.goto(`${reader.url}/settings/profile#secondFactor`)
  await section.getByRole('button', { name: 'Turn off' }).press('Enter')
  await proof.getByLabel('Your password').fill(reader.account.password)
  await reader.press('Enter')
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
})
