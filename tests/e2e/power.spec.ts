/** POWER by keys: switched on, claimed, tipped, boosted, withdrawn, ranked, and switched off without a trace. */
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { PageChecks } from './page-checks.ts'
import { ada, type Reader } from './reader.ts'
import { secondFactorOf } from './user-actions.ts'

// The ranking and the total are those of a server.
test.use({ env: { PRODUCT_HUNT_VOTE_URL: 'http://127.0.0.1/vote' } })

const ADDRESS = `0x${'ab'.repeat(20)}`

async function switchTo(reader: Reader, on: boolean): Promise<void> {
  await goTo(reader.page, '/settings/integration')
  const power = reader.page.getByRole('switch', { name: 'Use POWER' })
  const saved = reader.page.waitForResponse((response) => response.request().method() === 'PATCH')
  await power.press('Space')
  await saved
  await expect(power).toBeChecked({ checked: on })
}

/** A screen with contents fits a narrow window and a wide one, and axe finds nothing, in light and dark. */
async function expectAccessible({ page }: Reader, checks: PageChecks): Promise<void> {
  for (const width of [320, 1024]) {
    await checks.resize(width)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `px too wide at ${width}`).toBeLessThanOrEqual(0)
  }
  await checks.resize(1360)
  await checks.collect('in light', checks.violations('body'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // The themes differ in their colours alone.
  await checks.collect('in dark', checks.violations('body', { coloursOnly: true }))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(checks.faults).toEqual([])
}

test('a user claims, tips, boosts and withdraws POWER, switches it off, and an admin gives some', async ({
  signedUp: reader,
  feeds,
  signUpAnother,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  await page.emulateMedia({ reducedMotion: 'reduce' })
  feeds.write('stars', manyEntries('stars', 2), 'Stars')
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await goTo(page, '/power')
  await expect(page.getByRole('heading', { name: 'POWER is off' })).toBeVisible()

  await switchTo(reader, true)
  await reader.run('Go to the POWER wallet')
  await expect(page).toHaveURL(/\/power$/)
  await page.getByRole('button', { name: 'Create a POWER wallet' }).press('Enter')
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText('0 POWER')
  await balance.getByRole('button', { name: 'Claim today’s POWER' }).press('Enter')
  await expect(reader.toast('The POWER is in your wallet.')).toBeVisible()
  // What arrives is what the sum says.
  const sum = page.getByRole('table', { name: 'What today’s claim brings' })
  await expect(sum).toContainText('Tax, 5%')
  await expect(balance).toContainText('19 POWER')
  await expect(balance.getByRole('button', { name: 'Claimed today' })).toBeDisabled()
  await reader.run('Claim today’s POWER')
  await expect(reader.toast('This has already been claimed.')).toBeVisible()
  const transactions = page.getByRole('region', { name: 'Transactions' })
  await expect(transactions.getByRole('listitem')).toHaveCount(1)
  await expect(transactions.getByRole('img')).toHaveAccessibleName(/19 POWER received, 0 POWER spent/)

  // The page survives a reload, which the new session of the second factor needs.
  const code = await secondFactorOf(reader, ada)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'POWER', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'POWER' })).toBeVisible()
  const checks = await PageChecks.of(reader)
  await expectAccessible(reader, checks)

  // A tip needs the code once it is above five POWER.
  await goTo(page, '/timeline/view-0/all')
  await expect(reader.rows).toHaveCount(2)
  const status = page.locator('.status-items').getByRole('button')
  await expect(status).toHaveText('19 POWER')
  await reader.press('j')
  await expect(reader.title).toBeVisible()
  const tip = page.getByRole('dialog', { name: 'Tip', exact: true })
  // Plugins start after the list.
  await expect(async () => {
    await reader.press('Control+Shift+t')
    await expect(tip).toBeVisible({ timeout: 3000 })
  }).toPass()
  const amount = tip.getByLabel('Amount')
  await expect(amount).toBeFocused()
  await amount.fill('nothing')
  await page.keyboard.press('Enter')
  await expect(tip.getByRole('alert')).toContainText('Enter an amount above 0')
  await amount.fill('500')
  await expect(tip).toContainText('That is not enough.')
  await amount.fill('2')
  await page.keyboard.press('Enter')
  await expect(reader.toast('2 POWER tipped to “Stars”')).toBeVisible()
  await expect(tip).toBeHidden()
  await expect(status).toHaveText('17 POWER')

  // A boost for a month costs ten, and asks for the code.
  await reader.run('Boost the feed')
  const boost = page.getByRole('dialog', { name: 'Boost “Stars”' })
  await expect(boost).toContainText('Level 0, boosted by 0 users.')
  await boost.getByRole('button', { name: 'Boost for 10 POWER' }).press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(proof.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(proof).toContainText('incorrect')
  await proof.getByRole('textbox').fill(code())
  await page.keyboard.press('Enter')
  await expect(reader.toast(/You boost “Stars” until/)).toBeVisible()
  await expect(boost).toBeHidden()

  // The boost completed an achievement.
  await reader.run('Go to the achievements')
  const booster = page.getByRole('listitem', { name: 'Feed booster' })
  await booster.getByRole('button', { name: 'Receive: Feed booster' }).press('Enter')
  await expect(booster).toContainText('Received')
  await expect(page.getByRole('heading', { level: 1, name: 'Achievements', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'POWER' })).toBeVisible()
  await expectAccessible(reader, checks)

  // Claimed POWER cannot leave; received POWER can, with the code.
  await reader.run('Withdraw POWER')
  const withdraw = page.getByRole('dialog', { name: 'Withdraw POWER' })
  await expect(withdraw).toContainText('You have 0 POWER for this.')
  await withdraw.getByLabel('Amount').fill('1')
  await page.keyboard.press('Enter')
  await expect(withdraw.getByRole('alert')).toContainText('0x and forty')
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeHidden()
  const other = await signUpAnother('Bea', 'nothing')
  await sellList(reader, other)
  await reader.run('Withdraw POWER')
  await expect(withdraw).toContainText('You have 4.75 POWER for this.')
  await withdraw.getByLabel('Amount').fill('1')
  await withdraw.getByLabel('Address').fill(ADDRESS)
  await page.keyboard.press('Enter')
  await expect(proof.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(withdraw).toBeVisible()
  await withdraw.getByRole('button', { name: 'Cancel' }).press('Enter')

  await reader.run('Go to the POWER wallet')
  await transactions.getByLabel('Show').selectOption({ label: 'Purchases' })
  await expect(transactions.getByRole('listitem')).toHaveCount(1)
  await expect(transactions.getByRole('listitem')).toContainText('+ 4.75 POWER')
  await expect(transactions.getByRole('listitem')).toContainText('Bea')
  await reader.run('Go to the POWER ranking')
  await expect(page.getByRole('heading', { level: 1, name: 'Ranking', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'POWER' })).toBeVisible()
  await expectAccessible(reader, checks)

  // Off: no page, no command, no button.
  await switchTo(reader, false)
  await page.keyboard.press('Control+k')
  await reader.palette.getByRole('combobox').fill('>POWER')
  await expect(reader.palette.getByRole('option', { name: /wallet/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(reader.palette).toBeHidden()
  await goTo(page, '/timeline/view-0/all')
  await expect(reader.rows).not.toHaveCount(0)
  await expect(status).toHaveCount(0)
  await goTo(page, '/power')
  await expect(page.getByRole('heading', { name: 'POWER is off' })).toBeVisible()

  await test.step('an admin decides on what users handed in, and gives POWER that they claim', async () => {
    const { user } = await other.request<{ user: { id: string } }>('/better-auth/get-session')
    const values = { enablePower: true }
    await other.request('/plugins/power/settings', { method: 'PATCH', body: { values } })
    await other.page.goto(`${other.url}/power/achievements`)
    const vote = other.page.getByRole('listitem', { name: 'Product Hunt vote' })
    await vote.getByLabel('Your name there').fill('bea-votes')
    await other.page.keyboard.press('Enter')
    await expect(vote).toContainText('Being reviewed')

    await switchTo(reader, true)
    await reader.run('Administer POWER')
    await expect(page).toHaveURL(/\/power\/admin$/)
    const row = page.getByRole('listitem', { name: 'Bea' })
    await expect(row).toContainText('Product Hunt vote')
    await expect(row).toContainText('bea-votes')
    await row.getByRole('button', { name: 'Grant Bea: Product Hunt vote' }).press('Enter')
    await expect(page.getByText('Nothing waits for a decision')).toBeVisible()

    await page.getByRole('button', { name: 'Check the ledger of POWER' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Ledger' }).getByRole('status')).toContainText('add up')
    await page.getByRole('button', { name: 'Give POWER' }).press('Enter')
    await expect(page.getByText('Enter at least one id.')).toBeVisible()
    await page.getByLabel('User ids').fill(user.id)
    await page.getByLabel('Amount').fill('7')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 user can claim it.')).toBeVisible()

    await goTo(other.page, '/power')
    const balanceOfOther = other.page.getByRole('region', { name: 'Balance' })
    await expect(balanceOfOther).toContainText('14 POWER')
    await other.page.getByRole('button', { name: 'Claim the airdrop' }).press('Enter')
    await expect(balanceOfOther).toContainText('21 POWER')
    await goTo(other.page, '/power/achievements')
    await expect(vote.getByRole('button', { name: 'Receive: Product Hunt vote' })).toBeVisible()
    // The page exists for everybody, its content for admins only.
    await goTo(other.page, '/power/admin')
    await expect(other.page.getByText('You do not have permission to do this.')).toBeVisible()
  })
})

/** Another user follows a list of the reader, for a price. */
async function sellList(reader: Reader, other: Reader): Promise<void> {
  const post = <T>(by: Reader, path: string, body: object) => by.request<T>(path, { method: 'POST', body })
  const { data: list } = await post<{ data: { id: string } }>(reader, '/lists', {
    title: 'Night sky',
    view: 0,
    fee: 5,
  })
  await post(other, '/wallets', {})
  await post(other, '/wallets/transactions/claim_daily', {})
  await post(other, '/subscriptions', { listId: list.id, view: 0 })
}
