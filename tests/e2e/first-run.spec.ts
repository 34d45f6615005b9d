import type { Page } from '@playwright/test'
import { sampleScheme } from '../../src/contract/samples.ts'
import { Reader } from './reader.ts'
import { expect, test, watched } from './fixtures.ts'

// The first account is the admin.
test.use({ env: {} })

/** Tab until the element that has the keys is this one. */
async function tabTo(reader: Reader, name: string): Promise<void> {
  const field = reader.page.locator(`input[name="${name}"]`)
  for (
    let presses = 0;
    presses < 5 && !(await field.evaluate((one) => one === document.activeElement));
    presses += 1
  )
    await reader.press('Tab')
  await expect(field).toBeFocused()
}

/** Feeds of elsewhere are not fetched, and the samples, which are as old as the build, are of this week. */
async function answerPreviews(page: Page): Promise<void> {
  await page.route(
    ({ pathname, searchParams }) => pathname === '/api/feeds' && searchParams.has('url'),
    async (route) => {
      const url = new URL(route.request().url()).searchParams.get('url') ?? ''
      if (!url.startsWith(sampleScheme))
        return route.fulfill({ status: 400, json: { code: 2003, message: 'Feed fetch error' } })
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { data: { entries: object[] } }
      const at = (index: number) => new Date(Date.now() - (index + 1) * 86_400_000).toISOString()
      const entries = data.entries.map((entry, index) => ({ ...entry, publishedAt: at(index) }))
      return route.fulfill({ response, json: { ...rest, data: { ...data, entries } } })
    },
  )
}

test('a stranger signs up by keys, takes the samples from the guide, learns the keys and reads', async ({
  stranger,
  browser,
}) => {
  const { page } = stranger
  await answerPreviews(page)
  await page.goto(stranger.url)
  await expect(page.getByText('You will be the admin')).toBeVisible()
  await expect(page.locator('input[name="name"]')).toBeFocused()
  await page.keyboard.type(stranger.account.name)
  await tabTo(stranger, 'email')
  await page.keyboard.type(stranger.account.email)
  await tabTo(stranger, 'password')
  await page.keyboard.type(stranger.account.password)
  await tabTo(stranger, 'repeated')
  await page.keyboard.type(stranger.account.password)
  await stranger.press('Enter')

  const guide = page.getByRole('dialog', { name: 'What would you like to read?' })
  await expect(guide).toBeVisible()
  await expect(guide.getByRole('radio', { name: 'Choose by topic' })).toBeFocused()
  // A way whose text is shorter is stretched to the others: its line stays below its title.
  await expect(guide.locator('.first-run-way')).toHaveCount(4)
  const gaps = await guide.locator('.first-run-way > span').evaluateAll((texts) =>
    texts.map((text) => {
      const [title, line] = [...text.children].map((child) => child.getBoundingClientRect())
      return Math.round(line!.top - title!.bottom)
    }),
  )
  expect(gaps).toHaveLength(4)
  expect(new Set(gaps).size).toBe(1)

  // Each step asks one question, has one primary button that Enter presses, and can be left for the one before.
  const step = (title: string) => page.getByRole('dialog', { name: title })
  const primary = page.locator('[role="dialog"] .ui-button[data-variant="primary"]')
  for (const [key, name] of [
    ['ArrowUp', 'Try sample feeds'],
    ['ArrowUp', 'address'],
    ['ArrowUp', 'Import'],
  ] as const) {
    await stranger.press(key)
    const way = guide.getByRole('radio', { name })
    await expect(way).toBeChecked()
    await expect(way).toBeFocused()
    await expect(primary).toHaveText('Continue')
  }
  await stranger.press('Enter')
  await expect(
    step('Which file has your feeds?').getByRole('button', { name: 'Choose a file' }),
  ).toBeFocused()
  await expect(primary).toHaveText('Choose a file')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(guide.getByRole('radio', { name: 'Import' })).toBeFocused()
  await stranger.press('ArrowDown Enter')
  await expect(step('Which site would you like to follow?').getByRole('combobox')).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await stranger.press('ArrowUp ArrowUp Enter')
  const topics = step('Which topics interest you?')
  await expect(topics.getByRole('checkbox', { name: 'Technology' })).toBeFocused()
  await stranger.press('Space Enter')
  const feeds = step('Which feeds would you like to follow?')
  await expect(feeds.getByRole('checkbox', { name: 'Technology', exact: true })).toBeFocused()
  await expect(primary).toHaveText('Follow 6 feeds')
  // What nobody knows about a feed is not shown.
  await expect(feeds).not.toContainText('a week')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await stranger.press('ArrowUp Enter')
  await expect(feeds.getByRole('checkbox').first()).toBeFocused()
  await expect(feeds.getByRole('checkbox').first()).toBeChecked()
  // The samples come from the server itself, so that their pace is known.
  await expect(feeds).toContainText(/\d a (week|month)/)
  await expect(primary).toHaveText('Follow 6 feeds')
  await stranger.press('Enter')
  await expect(page.getByText('You now follow 6 more feeds.')).toBeVisible()

  // The list is behind the last step already.
  await expect(stranger.rows.first()).toBeVisible()
  const last = step('Ready to read')
  await expect(last.getByRole('button', { name: 'Start reading' })).toBeFocused()
  await last.getByRole('button', { name: 'Learn the shortcuts first' }).press('Enter')

  const tour = page.getByRole('dialog', { name: 'Learn the keyboard shortcuts' })
  await expect(tour).toBeVisible()
  await stranger.press('j k Enter m s g a Control+k ?')
  await expect(tour.getByText('You know the most important shortcuts.')).toBeVisible()
  await stranger.press('Enter')
  await expect(tour).toBeHidden()

  await expect(stranger.rows.first()).toBeVisible()
  await stranger.press('j Enter')
  await expect(stranger.title).toBeVisible()

  // The second visit is signed in and shows the list, with what was read.
  const title = await stranger.title.textContent()
  const again = await page.context().newPage()
  await page.close()
  await again.goto(stranger.url)
  const back = new Reader(again, stranger.url)
  await expect(back.rows.first()).toBeVisible()
  await expect(again.getByRole('dialog')).toBeHidden()
  await expect(
    back.pane('subscription-list').getByRole('button', { name: stranger.account.name }),
  ).toBeVisible()
  await expect(back.rows.filter({ hasText: title ?? '' })).toHaveCount(0)

  // The second account sees no notice that it is the admin.
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(`${stranger.url}/login`)
  await expect(other.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible()
  await other.getByRole('link', { name: 'Create an account' }).press('Enter')
  await expect(other.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(other.getByText('admin')).toHaveCount(0)
  await elsewhere.close()
})

test.describe('where accounts are by invitation', () => {
  // As the server does by itself: free for the first account, then by invitation.
  test.use({ env: { SIGNUP: '' } })

  test('a user signs up with an invitation code of another user', async ({ reader, browser }) => {
    await reader.run('Create an invitation')
    const words = await reader.toast(/The invitation code is/).textContent()
    const code = /invitation code is (\S+)\. /.exec(words ?? '')?.[1] ?? ''

    const page = await (await browser.newContext()).newPage()
    const guest = new Reader(watched(page), reader.url)
    await page.goto(`${reader.url}/login`)
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    const field = page.getByLabel('Invitation code')
    await expect(field).toBeFocused()
    await field.fill('not-the-code')
    const { name, email, password } = {
      name: 'Bob',
      email: 'bob@example.org',
      password: 'quite another secret',
    }
    for (const [label, text] of Object.entries({ name, email, password, repeated: password }))
      await page.locator(`input[name="${label}"]`).fill(text)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/by invitation only|does not exist|no such/i).first()).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(code)
    await page.keyboard.press('Enter')
    await expect(guest.pane('subscription-list')).toBeVisible()
  })
})
