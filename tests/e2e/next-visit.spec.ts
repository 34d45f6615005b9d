/** What a visit leaves for the next one: the language's messages, what Discover listed, and an announcement that was told. */
import discover from '../../locales/ja/sources.json' with { type: 'json' }
import app from '../../locales/ja/app.json' with { type: 'json' }
import { goTo } from './dialog-openers.ts'
import { expect, test as base } from './fixtures.ts'

const content = 'The server moves on Friday.\n\nSee [the plan](https://plan.example/move).'
const test = base.extend({
  env: { ANNOUNCEMENT: JSON.stringify({ id: 'move', title: 'We move', content }) },
})

test('the next visit has the language and what Discover listed, without their files and answers', async ({
  reader,
}) => {
  const { page } = reader
  // Told once, and read again by command.
  await expect(reader.toast('Announcement: We move')).toBeVisible()
  await reader.press('Alt+t Enter')
  const dialog = page.getByRole('dialog', { name: 'We move' })
  await expect(dialog.getByRole('link', { name: 'the plan' })).toHaveAttribute(
    'href',
    'https://plan.example/move',
  )
  await reader.press('Escape')
  await expect(dialog).toBeHidden()

  await goTo(page, '/settings/general')
  await page.getByLabel('Language', { exact: true }).selectOption('ja')
  const category = `${reader.url}/discover/category/programming`
  await page.goto(category)
  const cards = page.locator('.feed-cards li')
  await expect(cards.first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toContain('follow:I18N_LOCALE')

  // A server of the test's own has no service worker here (fixtures.ts).
  await page.evaluate(async () => {
    for (const key of await caches.keys()) await caches.delete(key)
  })
  await page.route(/\/assets\/list-messages-[\w-]+\.js/, (route) => route.abort())
  await page.route('**/api/discover/**', (route) => route.abort())
  await page.goto(category)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(discover.discover.category.programming)
  await expect(page.locator('.page-back').last()).toContainText(app.discover.title)
  await expect(cards.first()).toBeVisible()

  // To the page above, out of its field, and out of that page.
  await reader.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app.discover.title)
  await expect(page.getByRole('combobox').first()).toBeFocused()
  await reader.press('Escape Escape')
  await expect(reader.pane('timeline')).toContainText(app.timeline.nothingFollowed)
  await expect(page.locator('.ui-toast').filter({ hasText: 'We move' })).toHaveCount(0)
})
