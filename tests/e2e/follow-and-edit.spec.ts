import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

/** A website that offers a feed in its head, as most do. */
async function serveSite(feed: string): Promise<{ url: string; server: Server }> {
  const page = `<!doctype html><title>A blog</title>
    <link rel="alternate" type="application/rss+xml" title="Words of a blog" href="${feed}"><p>Words.`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('a user follows a site by its address, edits the subscription, fetches with a cookie, and keeps a feed to itself', async ({
  reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader

  await test.step('a site is followed by its address, edited, unfollowed, and that is undone', async () => {
    feeds.write('blog', manyEntries('blog', 3), 'Words of a blog')
    const site = await serveSite(feeds.address('blog'))
    try {
      // The page leads to its feed, which is looked at before it is followed.
      const dialog = await opened(reader)
      await page.keyboard.type(`${site.url}/about`)
      const results = dialog.getByRole('option', { name: 'Words of a blog' })
      await expect(results).toBeVisible()
      await reader.press('Enter')
      await expect(dialog.getByRole('region', { name: 'Latest entries' })).toContainText('blog story 3')
      await dialog.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
      await expect(dialog).toBeHidden()
      await expect(reader.subscription('Words of a blog')).toBeVisible()
      await expect(reader.rows).toHaveCount(3)

      // A followed feed is shown as followed, with a link.
      await opened(reader)
      await page.keyboard.type(site.url)
      await expect(results).toContainText('Followed')
      await reader.press('Enter')
      await expect(dialog.getByText('You already follow this feed')).toBeVisible()
      await dialog.getByRole('button', { name: 'Go to it' }).press('Enter')
      await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Words of a blog')

      // A dead address shows a message.
      await opened(reader)
      await page.keyboard.type(`${feeds.url}/nothing-here`)
      await expect(dialog.getByText(/404|No feed at this address|could not/i).first()).toBeVisible()
      await reader.press('Escape')
      await expect(dialog).toBeHidden()
    } finally {
      site.server.close()
    }

    // Edited: title, folder, view, and who may see it.
    await inTree(reader, 'Words of a blog')
    await reader.press('e')
    const edit = await answeredWhich(reader)
    await edit.getByLabel('Title').fill('Blog of words')
    await edit.getByLabel('Folder').fill('Evenings')
    await edit.getByLabel('View', { exact: true }).selectOption({ label: 'Social media' })
    await edit.getByRole('switch', { name: 'Private' }).press('Space')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(edit).toBeHidden()
    await expect(reader.subscription('Words of a blog')).toBeHidden()
    await reader.press('g 2')
    await expect(reader.subscription('Evenings')).toBeVisible()
    const followed = () => reader.request<{ data: object[] }>('/subscriptions')
    await expect
      .poll(async () => (await followed()).data)
      .toMatchObject([{ title: 'Blog of words', category: 'Evenings', view: 1, isPrivate: true }])

    // Let go, and back as it was, unread ones included.
    await reader.runLine('unfollow "Blog of words"')
    await expect(reader.subscription('Evenings')).toBeHidden()
    await reader.toast('Unfollowed “Blog of words”').getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(reader.subscription('Evenings')).toContainText('3')
    await expect
      .poll(async () => (await followed()).data)
      .toMatchObject([{ title: 'Blog of words', category: 'Evenings', view: 1, isPrivate: true }])
  })

  await test.step('a feed is fetched with a cookie of its user, which is never shown again', async () => {
    await reader.press('g 1')
    const server = createServer((request, response) => {
      const guids = request.headers.cookie === 'member=yes' ? ['open', 'members'] : ['open']
      const items = guids.map((guid) => `<item><guid>${guid}</guid><title>For ${guid}</title></item>`)
      response.end(`<rss version="2.0"><channel><title>A club</title>${items.join('')}</channel></rss>`)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
      await reader.run('Follow an address', url)
      await expect(reader.rows).toHaveCount(1)
      await reader.runLine('edit "A club"')
      const edit = page.getByRole('dialog', { name: 'Edit the feed' })
      const advanced = edit.getByText('Advanced')
      await advanced.press('Enter')
      await edit.getByLabel('Cookie', { exact: true }).fill('member=yes')
      await edit.getByRole('switch', { name: 'Allow insecure connections' }).press('Space')
      await edit.getByRole('button', { name: 'Save and fetch' }).press('Enter')
      await expect(edit).toBeHidden()
      await expect(reader.rows).toHaveCount(2)

      await reader.runLine('edit "A club"')
      await expect(edit.getByRole('switch', { name: 'Private' })).toBeChecked()
      await advanced.press('Enter')
      await expect(edit.getByRole('button', { name: 'Remove the cookie' })).toBeVisible()
      await expect(edit.getByLabel('Cookie', { exact: true })).toHaveValue('')
    } finally {
      server.close()
    }
  })

  await test.step('a feed that is kept out of the timeline is read under itself, and is counted nowhere else', async () => {
    feeds.write('news', manyEntries('news', 2))
    feeds.write('noise', manyEntries('noise', 3))
    await reader.follow(feeds)
    await expect(reader.rows).toHaveCount(7)
    await reader.press('g f')
    await page.keyboard.type('noise')
    await page.keyboard.press('Enter')
    await expect(reader.rows).toHaveCount(3)
    await reader.runLine('edit noise')
    const edit = page.getByRole('dialog', { name: 'Edit the feed' })
    await edit.getByRole('switch', { name: 'Keep out of the timeline' }).press('Space')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(edit).toBeHidden()
    await expect(reader.rows).toHaveCount(3)
    await reader.press('g a')
    await expect(reader.rows).toHaveCount(4)
    await expect(reader.subscription('All')).toContainText('4')
    await page.reload()
    await expect(reader.rows).toHaveCount(4)
    await reader.press('g f')
    await page.keyboard.type('noise')
    await page.keyboard.press('Enter')
    await expect(reader.rows).toHaveCount(3)
  })
})

async function opened(reader: Reader): Promise<Locator> {
  await reader.press('Control+n')
  const dialog = reader.page.getByRole('dialog', { name: 'Follow' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  return dialog
}

/** Goes into the list of subscriptions, down to a row. */
async function inTree(reader: Reader, title: string): Promise<void> {
  await expect(reader.pane('timeline')).toHaveAttribute('data-focused-area', '')
  await reader.press('Backspace')
  await expect(reader.pane('subscription-list')).toHaveAttribute('data-focused-area', '')
  await expect(reader.subscription(title)).toHaveAttribute('aria-current', 'true')
}

/** The palette lets the user choose; the row under the cursor is first. */
async function answeredWhich(reader: Reader): Promise<Locator> {
  const edit = reader.page.getByRole('dialog', { name: 'Edit the feed' })
  await expect(reader.palette.or(edit)).toBeVisible()
  // The form itself has a combobox for the folder.
  if (!(await edit.isVisible())) await reader.press('Enter')
  await expect(edit).toBeVisible()
  return edit
}
