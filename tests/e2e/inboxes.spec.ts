/** An inbox is created, receives mail over SMTP and a webhook, and is read, starred, emptied and deleted by keys alone; pages are saved. */
import { createServer, type AddressInfo } from 'node:net'
import nodemailer from 'nodemailer'
import { expect, test as base } from './fixtures.ts'

const DOMAIN = 'in.example.org'

const article = (title: string, words: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${`<p>${words} And a sentence that is long enough to be an article, with a comma, and another one.</p>`.repeat(8)}</article></body></html>`

const test = base.extend<{ smtpPort: number }>({
  smtpPort: async ({}, use) => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => server.once('listening', ready))
    const { port } = server.address() as AddressInfo
    await new Promise((closed) => server.close(closed))
    await use(port)
  },
  env: async ({ smtpPort }, use) => {
    await use({ SMTP_LISTEN: `127.0.0.1:${smtpPort}`, INBOX_DOMAIN: DOMAIN })
  },
})

test('mail and webhook posts are read, starred and deleted in an inbox by keys, and pages are saved and read in theirs', async ({
  reader,
  feeds,
  smtpPort,
}) => {
  const { page } = reader
  const post = (subject: string, at: number) =>
    nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true }).sendMail({
      from: 'Weekly <weekly@sender.example.org>',
      to: `letters@${DOMAIN}`,
      subject,
      date: new Date(at),
      headers: { 'List-Unsubscribe': '<https://sender.example.org/leave>' },
      html: `<p>The text of ${subject}.</p>`,
    })

  await reader.run('Create an inbox')
  const create = page.getByRole('dialog', { name: 'New inbox' })
  await expect(create.getByLabel('Handle')).toBeFocused()
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await expect(create.getByRole('alert')).toContainText('2 to 63 letters')
  await create.getByLabel('Handle').fill('letters')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Letters')
  await page.keyboard.press('Enter')
  await expect(create).toBeHidden()
  const row = reader.subscription('Letters')
  await expect(row).toBeVisible()

  const now = Date.now()
  await expect
    .poll(async () => (await reader.request<{ data: object[] }>('/inboxes/list')).data)
    .toHaveLength(1)
  await post('First letter', now - 60_000)
  await post('Second letter', now - 120_000)
  await expect(row).toContainText('2', { timeout: 60_000 })

  // The address and the secret, with which a program posts.
  await reader.run('Go to a subscription', 'Letters')
  await expect(reader.rows).toHaveCount(2)
  await reader.run('Show the inbox’s address and secret')
  const edit = page.getByRole('dialog', { name: 'Inbox' })
  await expect(edit.getByLabel('Address', { exact: true })).toHaveValue(`letters@${DOMAIN}`)
  const secret = await edit.getByLabel('Secret', { exact: true }).inputValue()
  await expect(edit.getByLabel('From a program', { exact: true })).toHaveValue(new RegExp(secret))
  await edit.getByLabel('Title', { exact: true }).fill('Post')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(reader.subscription('Post')).toBeVisible()
  const note = {
    guid: 'n',
    title: 'A note',
    content: '<p>From a program.</p>',
    publishedAt: new Date(now).toISOString(),
  }
  const answer = await page.request.post(`${reader.url}/api/inboxes/webhook`, {
    headers: { 'X-Follow-Handle': 'letters', 'X-Follow-Secret': secret },
    data: note,
  })
  expect(answer.status()).toBe(200)

  await reader.press('r')
  await expect(reader.rows).toHaveCount(3)
  await reader.press('j j')
  await expect(reader.title).toHaveText('First letter')
  await expect(reader.pane('entry-render')).toContainText('The text of First letter.')
  await expect(
    reader.pane('entry-render').getByRole('link', { name: 'Unsubscribe' }).first(),
  ).toHaveAttribute('href', 'https://sender.example.org/leave')
  await reader.press('s')
  await expect.poll(async () => (await reader.counts())['letters']).toBe(1)

  // Deleted after a question; the next one opens.
  const address = page.url()
  await reader.press('Delete')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('It cannot be undone')
  await page.keyboard.press('Enter')
  await expect(reader.rows).toHaveCount(2)
  await expect(reader.title).toHaveText('Second letter')
  await expect.poll(() => titlesOnServer(reader)).toEqual(['A note', 'Second letter'])

  await expect(page).not.toHaveURL(address)
  await page.reload()
  await expect(reader.title).toHaveText('Second letter')
  await reader.run('Delete the inbox')
  const question = page.getByRole('alertdialog', { name: 'Delete “Post”?' })
  await question.getByRole('button', { name: 'Delete the inbox' }).press('Enter')
  await expect(reader.subscription('Post')).toBeHidden()
  await expect.poll(async () => (await reader.request<{ data: object[] }>('/inboxes/list')).data).toEqual([])

  await test.step('pages are saved from the form and from a bookmarklet’s address, and read in the inbox of pages', async () => {
    feeds.serve('roses.html', article('On roses', 'They need water.'), 'text/html')
    feeds.serve('tulips.html', article('On tulips', 'They need sun.'), 'text/html')

    await reader.press('g c')
    const field = page.getByLabel('Address of the page')
    await expect(field).toBeFocused()
    await field.fill('roses')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Enter an address')
    await field.fill(feeds.address('roses.html'))
    await page.keyboard.press('Enter')
    await expect(reader.toast('Saved: On roses')).toBeVisible()

    const shared = new URLSearchParams({ url: feeds.address('tulips.html'), title: 'Tulips' })
    await page.goto(`${reader.url}/save?${shared}`)
    await expect(field).toHaveValue(feeds.address('tulips.html'))
    await expect(field).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(reader.toast('Saved: On tulips')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the reader' })).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(reader.subscription('Saved pages')).toContainText('2')
    await reader.run('Go to a subscription', 'Saved pages')
    await expect(reader.rows).toHaveCount(2)
    await reader.press('j')
    await expect(reader.title).toHaveText('On tulips')
    await expect(page.getByText('They need sun.').first()).toBeVisible()
  })
})

async function titlesOnServer(reader: {
  request: <T>(path: string, init: object) => Promise<T>
}): Promise<string[]> {
  const { data = [] } = await reader.request<{ data?: { entries: { title: string } }[] }>('/entries/inbox', {
    method: 'POST',
    body: { inboxId: 'letters' },
  })
  return data.map(({ entries }) => entries.title)
}
