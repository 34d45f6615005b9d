/** The settings list what apps changed with their passwords, and take it back. */
import { expect, test } from './fixtures.ts'
import { readOnServer, starredOnServer } from './expected-state.ts'
import { followTea } from './user-actions.ts'

test('A user sees what an app changed, and undoes it by keys', async ({ reader, feeds }) => {
  const { page } = reader
  await followTea(reader, feeds)
  const { data: app } = await reader.ask<{ data: { password: string } }>('/app-passwords', {
    method: 'POST',
    body: { name: 'Script', scopes: ['read', 'mark'], password: reader.account.password },
  })
  const { data: listed } = await reader.ask<{ data: { entries: { id: string } }[] }>('/entries', {
    method: 'POST',
    body: { view: 0, limit: 3 },
  })
  const ids = listed.map(({ entries }) => entries.id)
  const asApp = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${app.password}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(`${reader.url}/api${path}`, init)).status).toBe(200)
  }
  await asApp('/reads', { entryIds: ids })
  await asApp('/collections', { entryId: ids[0] })
  await expect.poll(() => readOnServer(reader)).toHaveLength(3)

  await page.goto(`${reader.url}/settings/profile`)
  const list = page.getByRole('region', { name: 'What apps did' })
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Starred 1 entry')
  await expect(rows.first()).toContainText('Script · as a program')
  const marked = rows.filter({ hasText: 'Marked 3 entries read' })
  await marked.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(marked).toContainText('undone')
  await expect(marked.getByRole('button')).toHaveCount(0)
  await expect.poll(() => readOnServer(reader)).toEqual([])
  expect(await starredOnServer(reader)).toHaveLength(1)
})
