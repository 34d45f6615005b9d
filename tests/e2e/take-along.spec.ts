/** Taking entries along: their texts, pictures and recordings are there without a connection, and after a reload. */
import { colouredPng } from '../support/coloured-png.ts'
import { silentWav } from '../support/wav.ts'
import { expect, test } from './fixtures.ts'
import { followForOffline } from './user-actions.ts'

const SECONDS = 60

test('the size is shown first, and what was taken along is read, seen and heard without a connection', async ({
  reader,
  feeds,
  context,
}) => {
  const { page } = reader
  feeds.serve('rose.png', colouredPng(64, 48, [200, 60, 90]), 'image/png')
  feeds.serve('roses.wav', silentWav(SECONDS), 'audio/wav')
  feeds.serve(
    'garden',
    `<rss version="2.0"><channel><title>Garden</title><link>${feeds.url}</link><description>Plants</description>
<item><guid>1</guid><title>Roses</title><description><![CDATA[<p>Cut in March.</p><img src="${feeds.url}/rose.png" alt="A rose">]]></description>
<enclosure url="${feeds.url}/roses.wav" type="audio/wav" length="480044"/></item>
<item><guid>2</guid><title>Oaks</title><description>Left alone.</description></item></channel></rss>`,
    'application/rss+xml',
  )
  await followForOffline(reader, { ...feeds, names: () => ['garden'] }, 2)

  await reader.run('Take entries along offline')
  const dialog = page.getByRole('dialog', { name: 'Take along' })
  const query = dialog.getByLabel('Which entries')
  await query.fill('is:')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await query.fill('title:roses')
  await expect(dialog.getByRole('status')).toContainText('Recordings1, 480 kB')
  await expect(dialog.getByRole('status')).toContainText('Pictures1')
  await query.press('Enter')
  await expect(reader.toast('1 entry is taken along')).toBeVisible()

  // What the browser itself remembers of the network is not what is tested.
  for (const name of ['rose.png', 'roses.wav']) feeds.serve(name, '', 'text/plain')
  await context.setOffline(true)
  await page.reload()
  await reader.rows.filter({ hasText: 'Roses' }).click()
  const picture = page.getByRole('img', { name: 'A rose' })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64)
  await reader.run('Play')
  const player = page.locator('[data-focus-area="video-player"]')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', String(SECONDS))

  await reader.run('Remove what was taken along')
  await expect(reader.toast('The pictures and recordings are removed')).toBeVisible()
})
