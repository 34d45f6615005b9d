/** A user's profile: what they follow in the open is followed from there; the own one, and the pages that are shared. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test('what a user follows in the open is followed from their profile', async ({
  reader,
  feeds,
  lectern,
  signUpAnother,
}) => {
  const { page } = reader
  feeds.write('stars', manyEntries('stars', 2), 'Stars')
  feeds.write('moons', manyEntries('moons', 1), 'Moons')
  feeds.write('diary', manyEntries('diary', 1), 'Diary')
  for (const [name, isPrivate] of [
    ['stars', false],
    ['moons', false],
    ['diary', true],
  ] as const)
    await reader.request('/subscriptions', {
      method: 'POST',
      body: { url: feeds.address(name), view: 0, isPrivate },
    })
  await reader.request('/better-auth/update-user', {
    method: 'POST',
    body: {
      handle: 'ada',
      bio: 'Reads about the sky.',
      website: 'https://ada.example.org/',
      socialLinks: { github: 'ada', discord: 'ada#1' },
    },
  })
  const { data: list } = await reader.request<{ data: { id: string } }>('/lists', {
    method: 'POST',
    body: { title: 'Night sky', view: 0, fee: 0, description: 'What is above.' },
  })
  const { data: subscriptions } = await reader.request<{
    data: { feedId: string; feeds?: { title: string } }[]
  }>('/subscriptions')
  const idOf = (title: string) => subscriptions.find((one) => one.feeds?.title === title)?.feedId ?? ''
  await reader.request('/lists/feeds', { method: 'POST', body: { listId: list.id, feedId: idOf('Stars') } })

  // The own profile, by keys, as others see it; it is edited in the settings.
  await page.reload()
  await expect(reader.rows).toHaveCount(4)
  await reader.press('g p')
  await expect(page).toHaveURL(/\/share\/users\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Ada', exact: true })).toBeVisible()
  const own = page.getByRole('list', { name: 'What Ada follows' })
  await expect(own).toContainText('Stars')
  await expect(own).not.toContainText('Diary')
  await page.getByRole('button', { name: 'Edit profile' }).press('Enter')
  await expect(page).toHaveURL(/\/settings\/profile#profile$/)

  // Another user finds her by her handle and follows a feed and the list.
  const other = await signUpAnother('Bea')
  await other.run('Show a user’s profile', '@ada')
  const profile = other.page.getByRole('dialog', { name: 'Profile' })
  await expect(profile).toContainText('Reads about the sky.')
  await expect(profile.getByRole('link', { name: 'ada.example.org' })).toHaveAttribute(
    'href',
    'https://ada.example.org/',
  )
  await expect(profile.getByRole('link', { name: 'GitHub' })).toHaveAttribute(
    'href',
    'https://github.com/ada',
  )
  await expect(profile.getByRole('button', { name: 'Edit profile' })).toHaveCount(0)
  const followed = profile.getByRole('list', { name: 'What Ada follows' })
  await expect(followed.getByRole('listitem')).toHaveCount(2)
  await followed.getByRole('button', { name: 'Moons' }).press('Enter')
  const follow = other.page.getByRole('dialog', { name: 'Follow' })
  await follow.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(follow).toBeHidden()
  await expect(followed.getByRole('listitem').filter({ hasText: 'Moons' })).toContainText('Followed')
  await profile
    .getByRole('region', { name: 'Lists', exact: true })
    .getByRole('button', { name: 'Night sky' })
    .press('Enter')
  const followList = other.page.getByRole('dialog', { name: 'Follow a list' })
  await followList.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(followList).toBeHidden()
  await expect(other.subscription('Night sky')).toBeVisible()
  await expect(other.subscription('Moons')).toBeVisible()

  // The shared addresses open in the reader, and follow there.
  await other.page.goto(`${lectern.url}/share/users/@ada`)
  await expect(other.page.locator('[data-screen="profiles"]')).toContainText('Reads about the sky.')
  await other.page.goto(`${lectern.url}/share/lists/${list.id}`)
  await expect(other.page.getByText('You already follow this list.')).toBeVisible()
  await other.page.getByRole('button', { name: 'by Ada' }).press('Enter')
  await expect(other.page.getByRole('dialog', { name: 'Profile' })).toContainText('@ada')
  await other.page.goto(`${lectern.url}/share/feeds/${idOf('Stars')}`)
  await expect(other.page.getByRole('region', { name: 'Latest entries' })).toContainText('stars story 2')
  await other.page.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
  await expect(other.page).toHaveURL(new RegExp(`/timeline/view-0/${idOf('Stars')}/`))
  await expect(other.rows).toHaveCount(2)

  // What is private has no page for her, and without a session the public page stands there.
  await other.page.goto(`${lectern.url}/share/feeds/${idOf('Diary')}`)
  await expect(other.page.getByRole('alert')).toContainText('The feed could not be loaded')
  await other.page.context().clearCookies()
  await other.page.goto(`${lectern.url}/share/users/@ada`)
  await expect(other.page.getByRole('heading', { name: 'Follows' })).toBeVisible()
  await expect(other.page.locator('[data-screen]')).toHaveCount(0)
})
