/** The page of what runs, what waits, and what differs from the defaults. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { followTea } from './user-actions.ts'

// The jobs of the server are shown to its admin.
test.use({ env: {}, profileKind: 'own' })

test('A user sees what feeds do, what waits, and sets a setting back, by keys', async ({
  reader,
  feeds,
  context,
}) => {
  const { page } = reader
  await followTea(reader, feeds)
  await context.setOffline(true)
  await reader.press('j s')
  await reader.press('g y')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const panel = page.getByRole('tabpanel')
  await page.getByRole('tab', { name: 'Waiting changes' }).press('Enter')
  await expect(panel.getByRole('listitem').filter({ hasText: 'Stars' })).toContainText('1 change')
  // Back online, the changes may be sent before the button is pressed, which goes with them.
  await panel.getByRole('button', { name: 'Send now' }).focus()
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('Nothing is waiting')

  await page.getByRole('tab', { name: 'Feeds' }).press('Enter')
  const row = panel.getByRole('listitem').filter({ hasText: 'tea' })
  await expect(row).toContainText('next request')
  await row.getByRole('button', { name: /^Requests of/ }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('200')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Jobs' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Your jobs' })).toBeVisible()
  const job = panel.getByRole('list', { name: 'Jobs of the server' }).getByRole('listitem')
  await expect(job.filter({ hasText: 'Search index' })).toContainText(/next run .* · last run .*, done in \d/)
  await page.getByRole('tab', { name: 'Saves' }).press('Enter')
  await expect(panel).toContainText('No plugin has saved anything')

  await reader.run('Setting: dim read entries')
  await page.getByRole('tab', { name: 'Changed settings' }).press('Enter')
  const changed = panel.getByRole('listitem').filter({ hasText: 'Dim read entries' })
  await expect(changed).toContainText('on instead of off')
  const { violations } = await new AxeBuilder({ page }).include('[data-screen="activity"]').analyze()
  expect(violations).toEqual([])
  await changed.getByRole('button', { name: /^Set back: / }).press('Enter')
  await expect(changed).toBeHidden()
  await reader.press('Control+z')
  await expect(changed).toBeVisible()
})
