/** Another reader with the Google Reader protocol: the user admits it, revokes its access, and takes back what it changed. */
import { manyEntries } from '../support/written-feeds.ts'
import { readOnServer, starredOnServer } from './expected-state.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { secondFactorOf } from './user-actions.ts'

/** As NetNewsWire and others sign in. @returns the status, and the token where it is let in */
async function clientLogin(reader: Reader, password: string): Promise<{ status: number; token: string }> {
  const form = { Email: reader.account.email, Passwd: password }
  const answer = await reader.page.request.post(`${reader.url}/accounts/ClientLogin`, { form })
  return { status: answer.status(), token: /^Auth=(.+)$/m.exec(await answer.text())?.[1] ?? '' }
}

test('A user lets another reader and a program in by app passwords, and sees and undoes what an app changed', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('tea', manyEntries('tea', 4))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(4)
  const readers = page.getByRole('region', { name: 'Other apps' })
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })

  await test.step('an app password is created for another reader by keys, and deleted', async () => {
    await reader.press('j')
    await expect.poll(async () => Object.values(await reader.counts())).toEqual([3])

    await reader.run('Your profile')
    await readers.getByRole('textbox', { name: 'Name of the app' }).focus()
    await page.keyboard.type('NetNewsWire')
    await reader.press('Enter')
    await expect(proof.getByRole('textbox', { name: 'Your password' })).toBeFocused()
    await page.keyboard.type('wrong horse battery')
    await reader.press('Enter')
    await expect(proof).toContainText('The password is incorrect.')
    await expect(readers.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.type(reader.account.password)
    await reader.press('Enter')
    await expect(proof).toHaveCount(0)
    const made = readers.getByRole('status')
    await expect(made).toContainText('Enter these in NetNewsWire')
    await expect(made).toContainText(`${reader.url}/api/greader.php`)
    await expect(readers.getByRole('listitem')).toContainText('not used yet')

    const password = await made.locator('dd').nth(1).innerText()
    const { status, token } = await clientLogin(reader, password)
    expect(status).toBe(200)
    const unread = await page.request.get(`${reader.url}/reader/api/0/unread-count?output=json`, {
      headers: { authorization: `GoogleLogin auth=${token}` },
    })
    expect(await unread.json()).toMatchObject({
      unreadcounts: expect.arrayContaining([
        expect.objectContaining({ id: 'user/-/state/com.google/reading-list', count: 3 }),
      ]),
    })

    await readers.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(readers.getByRole('listitem')).toHaveCount(0)
    await expect(made).toHaveCount(0)
    expect((await clientLogin(reader, password)).status).toBe(401)
  })

  await test.step('a program may read one folder and nothing else', async () => {
    await readers.getByRole('textbox', { name: 'Name of the app' }).focus()
    await page.keyboard.type('Script')
    const toggle = async (name: string, checked: boolean) => {
      const box = readers.getByRole('checkbox', { name })
      while (!(await box.evaluate((element) => element === document.activeElement))) await reader.press('Tab')
      await reader.press('Space')
      await expect(box).toBeChecked({ checked })
    }
    await toggle('Mark read and star', false)
    await toggle('Only some folders and feeds', true)
    await expect(readers.getByRole('checkbox', { name: 'Manage subscriptions' })).toBeDisabled()
    await expect(readers.getByRole('button', { name: 'Create an app password' })).toBeDisabled()
    await toggle('tea', true)
    await reader.press('Enter')
    await expect(proof).toBeVisible()
    await page.keyboard.type(reader.account.password)
    await reader.press('Enter')
    await expect(readers.getByRole('listitem')).toContainText('Read · some feeds only')
    const password = await readers.getByRole('status').locator('dd').nth(1).innerText()
    const headers = { authorization: `Bearer ${password}` }
    const counts = await page.request.get(`${reader.url}/api/reads`, { headers })
    expect(Object.values(((await counts.json()) as { data: object }).data)).toEqual([3])
    const mark = await page.request.post(`${reader.url}/api/reads/all`, { headers, data: {} })
    expect(mark.status()).toBe(403)
  })

  await test.step('what an app changed is listed, and undone by keys', async () => {
    const { data: app } = await reader.request<{ data: { password: string } }>('/app-passwords', {
      method: 'POST',
      body: { name: 'Script', scopes: ['read', 'mark'], password: reader.account.password },
    })
    const { data: listed } = await reader.request<{ data: { entries: { id: string } }[] }>('/entries', {
      method: 'POST',
      body: { view: 0, read: false, limit: 3 },
    })
    const ids = listed.map(({ entries }) => entries.id)
    const asApp = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${app.password}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      expect((await fetch(`${reader.url}/api${path}`, init)).status).toBe(200)
    }
    await asApp('/reads', { entryIds: ids })
    await asApp('/collections', { entryId: ids[0] })
    await expect.poll(() => readOnServer(reader)).toHaveLength(4)

    await page.reload()
    const list = page.getByRole('region', { name: 'What apps did' })
    const rows = list.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Starred 1 entry')
    await expect(rows.first()).toContainText('Script · as a program')
    const marked = rows.filter({ hasText: 'Marked 3 entries read' })
    await marked.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(marked).toContainText('undone')
    await expect(marked.getByRole('button')).toHaveCount(0)
    await expect.poll(() => readOnServer(reader)).toHaveLength(1)
    expect(await starredOnServer(reader)).toHaveLength(1)
  })

  await test.step('with a second factor a code is entered instead of the password', async () => {
    const codeNow = await secondFactorOf(reader, reader.account)
    await page.goto(`${reader.url}/settings/profile`)
    await readers.getByRole('textbox', { name: 'Name of the app' }).focus()
    await page.keyboard.type('NetNewsWire')
    await reader.press('Enter')
    await expect(proof.getByRole('textbox', { name: 'Code' })).toBeFocused()
    await page.keyboard.type('000000')
    await reader.press('Enter')
    await expect(proof).toContainText('The code is incorrect')
    await page.keyboard.type(codeNow())
    await reader.press('Enter')
    await expect(readers.getByRole('status')).toContainText('Enter these in NetNewsWire')
  })
})
