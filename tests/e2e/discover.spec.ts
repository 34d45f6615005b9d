/** Discover: a feed of a category, a feed of an RSSHub route by its form, and what another user follows in the open. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'

const test = base.extend({
  env: async ({ feeds }, use) => {
    await use({ RSSHUB_URL: feeds.url })
  },
})

const namespaces = {
  papers: {
    name: 'The Papers',
    url: 'papers.example.org',
    lang: 'en',
    routes: {
      '/topic/:name/:order?': {
        path: '/topic/:name/:order?',
        name: 'News by topic',
        example: '/papers/topic/rust',
        maintainers: [],
        categories: ['programming'],
        parameters: { name: 'A topic, such as rust' },
        location: 'x.ts',
      },
    },
  },
}

test('a route of RSSHub is followed by its form, and a category is shown', async ({ reader, feeds }) => {
  const { page } = reader
  feeds.serve('api/namespace', JSON.stringify(namespaces), 'application/json')
  feeds.write('papers/topic/rust', manyEntries('rust', 2), 'Rust news')

  await reader.press('g d')
  const tabs = page.getByRole('tablist', { name: 'Discover' })
  await expect(tabs.getByRole('tab', { name: 'Feeds' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Trending' })).toBeVisible()

  // A category, with its language and its routes.
  await page.getByRole('link', { name: 'Programming' }).press('Enter')
  await expect(page).toHaveURL(/\/discover\/category\/programming$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Programming')
  const good = page.getByRole('list', { name: 'Good feeds' })
  await expect(good.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'RSSHub routes' })).toContainText('The Papers')

  // The tabs by keys; the route's form leads to the preview, and that to the subscription.
  await page.getByRole('main').getByRole('link', { name: 'Discover' }).press('Enter')
  await tabs.getByRole('tab', { name: 'Feeds' }).press('ArrowRight')
  const routes = page.getByRole('region', { name: 'RSSHub routes' })
  await routes.getByText('The Papers').click()
  await routes.getByRole('button', { name: 'News by topic' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'News by topic' })
  await form.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Fill this in.')
  await form.getByLabel('name', { exact: true }).fill('rust')
  await expect(form).toContainText('rsshub://papers/topic/rust')
  await page.keyboard.press('Enter')
  const follow = page.getByRole('dialog', { name: 'Follow' })
  await expect(follow.getByRole('region', { name: 'Latest entries' })).toContainText('rust story 2')
  const sent = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/subscriptions'),
  )
  await follow.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(follow).toBeHidden()
  await sent

  // Inboxes have their tab, and a user is found by an id.
  await page.goto(`${reader.url}/discover?type=inbox`)
  await expect(page.getByText('No inbox yet')).toBeVisible()
  const { user } = await reader.request<{ user: { id: string } }>('/better-auth/get-session')
  await page.goto(`${reader.url}/discover?type=user`)
  await page.getByLabel('User', { exact: true }).fill(user.id)
  await page.keyboard.press('Enter')
  const followed = page.getByRole('list', { name: 'What Ada follows' })
  await expect(followed).toContainText('Rust news')
  await expect(followed).toContainText('Followed')
})
