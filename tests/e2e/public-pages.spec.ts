/** What others see: a public page in a browser whose user is signed in, and a folder that two users share. */
import { expect, test } from './fixtures.ts'
import { entriesOnServer } from './expected-state.ts'

// Playwright's routes do not see requests of a service worker; it is not under test here.
test.use({ profileKind: 'incognito' })

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="red"/></svg>`

test('a public page shows its picture and look, its links open, and markup smuggled into it does nothing', async ({
  reader,
  feeds,
  signUpAnother,
}) => {
  const { page } = reader
  const { origin } = new URL(reader.url)
  feeds.serve('picture.svg', PICTURE, 'image/svg+xml')
  feeds.serve('there', '<script>document.title = self.origin</script><p>There</p>', 'text/html')
  const html = `<p>Words <img src="${feeds.url}/picture.svg" alt="A picture"> and <a href="${feeds.url}/there">a link</a>.</p>`
  const at = Date.now() - 60_000
  feeds.write('news', [
    { guid: 'one', title: 'One', html, at },
    { guid: 'two', title: 'Two', html: '<p>Smuggled</p>', at },
  ])
  await reader.run('Follow an address', feeds.address('news'))
  await expect(reader.rows).toHaveCount(2)
  const entries = await entriesOnServer(reader)
  const idOf = (wanted: string) => entries.find(({ title }) => title === wanted)?.id

  await test.step('it shows its picture and its look, and its links open', async () => {
    await page.goto(`${origin}/share/entries/${idOf('One')}`)
    await expect(page.getByRole('heading', { name: 'One' })).toBeVisible()
    const picture = page.getByRole('img', { name: 'A picture' })
    await expect(picture).toBeVisible()
    expect(await picture.boundingBox()).toMatchObject({ width: 30, height: 20 })
    await expect(page.locator('body')).toHaveCSS('max-width', '704px')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'a link' }).click()
    // Beside the page and without its bounds: it runs its own scripts in its own origin.
    await expect(await opened).toHaveTitle(feeds.url)
  })

  await test.step('stars are published at an address of their own, and withdrawn', async () => {
    await reader.request('/collections', { method: 'POST', body: { entryId: idOf('One') } })
    await page.goto(origin)
    await expect(reader.rows).toHaveCount(2)
    await reader.run('Publish my stars', 'Good things')
    const address = page.getByRole('link', { name: '/share/p/' })
    const href = (await address.getAttribute('href')) ?? ''
    await page.goto(href)
    await expect(page.getByRole('heading', { name: 'Good things' })).toBeVisible()
    await expect(page.getByText('One', { exact: true })).toBeVisible()
    await page.goto(`${origin}/settings/sharing`)
    await page.getByRole('button', { name: 'Withdraw' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter')
    await expect(page.getByText('Nothing of yours is public', { exact: true })).toBeVisible()
    await page.goto(href)
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  })

  await test.step('a folder is shared with another user, whose star is seen when they choose it', async () => {
    await page.goto(origin)
    await expect(reader.rows).toHaveCount(2)
    await reader.run('New shared folder', 'Family')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Family' }) })
    await expect(section).toContainText('1 member')
    await reader.run('Share the feed in a folder', 'news', 'Family')
    await expect(section).toContainText('1 feed')
    await section.getByRole('button', { name: 'Create a link' }).press('Enter')
    const link = (await section.locator('code').textContent()) ?? ''

    const other = await signUpAnother('Bea')
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Join' }).press('Enter')
    const mine = other.page.getByRole('switch', { name: 'Members see my stars' })
    await mine.press('Space')
    await expect(mine).toBeChecked()
    await other.request('/collections', { method: 'POST', body: { entryId: idOf('Two') } })
    await expect(section).toContainText('2 members')
    await other.page.goto(`${origin}/shared-folder/${link.split('/').at(-1)}`)
    await expect(other.page.getByText('The invitation is over')).toBeVisible()
    await other.page.getByRole('main').getByRole('button', { name: 'Shared folders' }).press('Enter')
    await expect(other.page.getByRole('heading', { name: 'Family' })).toBeVisible()

    await reader.run('Starred by members')
    await expect(page.getByText('Bea starred this')).toBeVisible()
    await page.getByRole('button', { name: 'Two', exact: true }).press('Enter')
    await expect(reader.rows.filter({ hasText: '★ Bea' })).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'From your shared folders' })).toContainText(
      'Bea starred this',
    )
    await other.page.goto(`${origin}/settings/sharing`)
    await mine.press('Space')
    await expect(page.getByText('★ Bea')).toHaveCount(0)

    await reader.runLine('rename-shared-folder Family Friends')
    await expect(other.page.getByRole('heading', { name: 'Friends' })).toBeVisible()
    await other.run('Leave a shared folder', 'Friends')
    await other.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).press('Enter')
    await expect(other.page.getByText('You left “Friends”.')).toBeVisible()
    await expect(other.page.getByRole('heading', { name: 'Friends' })).toHaveCount(0)
  })

  await test.step('markup that is smuggled into it sends, runs and moves nothing', async () => {
    const requests: string[] = []
    await page.context().route(
      (url) => url.origin === feeds.url || url.pathname === '/api/inboxes',
      (route) => {
        requests.push(`${route.request().method()} ${route.request().url()}`)
        return route.continue()
      },
    )
    const smuggled = `<meta name="referrer" content="unsafe-url"><meta http-equiv="refresh" content="0;url=${feeds.url}/away">
      <base href="${feeds.url}/"><script>location = '${feeds.url}/script'</script><img src="x:" onerror="location = '${feeds.url}/onerror'">
      <iframe src="${feeds.url}/frame"></iframe><object data="${feeds.url}/object"></object><link rel="stylesheet" href="${feeds.url}/style.css">
      <form action="${origin}/api/inboxes" method="post" enctype="text/plain"><input type="hidden" name='{"handle":"clicked","title":"' value='"}'>
      <button>Read on</button></form>`
    await page.route('**/share/entries/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('<p>Smuggled</p>', smuggled),
      })
    })
    const address = `${origin}/share/entries/${idOf('Two')}`
    await page.goto(address)
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.waitForLoadState('networkidle')
    expect(page.url()).toBe(address)
    expect(requests).toEqual([])
  })
})
