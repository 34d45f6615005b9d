/** An RSSHub instance is shared by one user for a price, and paid for by another with the code of the second factor. */
import { createHash } from 'node:crypto'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { secondFactorOf } from './user-actions.ts'

// Instances are offered to all users of a server.
test.use({ env: {} })

test('RSSHub is switched off and on, and an instance is shared by one user and paid for by another', async ({
  reader,
  feeds,
  signUpAnother,
}) => {
  const { page } = reader
  test.setTimeout(240_000)

  await test.step('switched off, RSSHub has no command, key, tab or page, and comes back', async () => {
    const use = page.getByRole('switch', { name: 'Use RSSHub' })
    await goTo(page, '/settings/integration')
    await use.press('Space')
    await expect(use).not.toBeChecked()
    await reader.press('Control+k')
    await reader.palette.getByRole('combobox').fill('>RSSHub')
    // What is left is the way to its settings, and the way back.
    await expect(reader.palette.getByRole('option').filter({ hasText: 'RSSHub' })).toHaveText([
      /Settings/,
      /^Undo: changed “Use RSSHub”/,
    ])
    await reader.press('Escape')
    await reader.press('g i')
    await expect(page).toHaveURL(/\/settings\/integration$/)
    await goTo(page, '/rsshub')
    await expect(page.getByRole('heading', { name: 'RSSHub is off' })).toBeVisible()
    await goTo(page, '/discover?type=rsshub')
    await expect(page.getByRole('tab', { name: 'Feeds' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('main').getByRole('tab')).toHaveText(['Feeds', 'Inboxes', 'Users', 'Import'])

    await goTo(page, '/settings/integration')
    await use.press('Space')
    await reader.run('Go to the RSSHub instances')
    await expect(page).toHaveURL(/\/rsshub$/)
    await goTo(page, '/discover')
    await expect(page.getByRole('main').getByRole('tab')).toHaveText([
      'Feeds',
      'RSSHub',
      'Any page',
      'Inboxes',
      'Users',
      'Import',
    ])
    await reader.run('Find feeds in another way', 'Any page')
    await expect(page).toHaveURL(/\/discover\?type=transform$/)
    await expect(page.getByText('No RSSHub is set up')).toBeVisible()
    await page.getByRole('button', { name: 'RSSHub instances' }).press('Enter')
    await expect(page.getByText('Nobody shares an instance yet')).toBeVisible()
    await goTo(page, '/')
    await expect(reader.pane('timeline')).toBeVisible()
  })

  // With an access key requests carry a code made of it and the path.
  const CONFIG = 'api/follow/config'
  const sealed = createHash('md5').update(`/${CONFIG}open sesame`).digest('hex')
  const paths = [CONFIG, `${CONFIG}?code=${sealed}`]
  const configure = (config: object) => {
    for (const path of paths) feeds.serve(path, JSON.stringify(config), 'application/json')
  }
  const { user } = await reader.request<{ user: { id: string } }>('/better-auth/get-session')
  const config = { ownerUserId: user.id, description: 'Hub of Ada', price: 6, userLimit: 10 }

  // Added by keys; the instance has to name its owner.
  await reader.press('g i')
  await expect(page).toHaveURL(/\/rsshub$/)
  await expect(page.getByText('Nobody shares an instance yet')).toBeVisible()
  await expect(page.getByText('This server has no RSSHub of its own')).toBeVisible()
  await page.getByRole('button', { name: 'Add an instance' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Add an instance' })
  await expect(form.getByLabel('Settings of the instance', { exact: true })).toHaveValue(
    new RegExp(`^FOLLOW_OWNER_USER_ID=${user.id}\n`),
  )
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('The address begins with http:// or https://.')
  await form.getByLabel('Address', { exact: true }).fill(feeds.url)
  configure({ ...config, ownerUserId: '1' })
  await page.keyboard.press('Enter')
  await expect(form.getByText('You are not the owner of this RSSHub instance')).toBeVisible()
  configure(config)
  await form.getByLabel('Access key', { exact: true }).fill('open sesame')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  const card = page.getByRole('listitem', { name: 'Hub of Ada' })
  await expect(card).toContainText('6 POWER a month · 0 users of 10')
  await expect(card).toContainText('Works')
  await expect(card).toContainText('Yours')

  // Its owner uses it without paying, and goes back to the server's own.
  await card.getByRole('button', { name: 'Use Hub of Ada' }).press('Enter')
  await expect(page.getByText('You use “Hub of Ada”.')).toBeVisible()
  await expect(card).toContainText('In use')
  await reader.run('Use the server’s own RSSHub')
  await expect(page.getByText('This server has no RSSHub of its own')).toBeVisible()
  await card.getByRole('button', { name: 'Edit Hub of Ada' }).press('Enter')
  const edit = page.getByRole('dialog', { name: 'Your instance' })
  await expect(edit.getByLabel('Access key', { exact: true })).toHaveValue('open sesame')
  configure({ ...config, userLimit: 5 })
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card).toContainText('users of 5')

  // Another user pays for two months; so much needs the code.
  const other = await signUpAnother('Bea', 'nothing')
  const code = await secondFactorOf(other, other.account)
  for (const one of [reader, other]) await one.request('/wallets', { method: 'POST' })
  await other.request('/wallets/transactions/claim_daily', { method: 'POST', body: {} })
  await other.page.goto(`${other.url}/rsshub`)
  const offered = other.page.getByRole('listitem', { name: 'Hub of Ada' })
  await expect(offered.getByRole('button', { name: 'by Ada' })).toBeVisible()
  await offered.getByRole('button', { name: 'Use Hub of Ada' }).press('Enter')
  const pay = other.page.getByRole('dialog', { name: 'Pay for the instance' })
  await pay.getByLabel('Duration').selectOption('2')
  await pay.getByRole('button', { name: 'Pay 12 POWER' }).press('Enter')
  const proof = other.page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByRole('textbox').fill(code())
  await other.page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect(pay).toBeHidden()
  await expect(other.page.getByText(/You use “Hub of Ada”\. Paid until/)).toBeVisible()
  await expect(offered).toContainText('1 user of 5')

  // It is in use now, so it stays.
  await card.getByRole('button', { name: 'Delete Hub of Ada' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it off' }).press('Enter')
  await expect(reader.toast('This RSSHub instance is in use.')).toBeVisible()
})
