import { silentWav } from '../support/wav.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

// Long enough that a slow test does not reach the end.
const SECONDS = 300

const TRANSCRIPT = `WEBVTT

00:00.000 --> 00:30.000
<v Ada>The first words of the episode.

01:00.000 --> 01:30.000
<v Grace>What was said after a minute.
`

const episode = (url: string, number: number) =>
  `<item><guid isPermaLink="false">${number}</guid><title>Episode ${number}</title>
<pubDate>${new Date(Date.now() - number * 3_600_000).toUTCString()}</pubDate>
<enclosure url="${url}/tone-${number}.wav" type="audio/wav" length="${SECONDS * 8000 + 44}"/>
<podcast:season>2</podcast:season><podcast:transcript url="${url}/words.vtt" type="text/vtt"/>
<description><![CDATA[<p>Show notes of episode ${number}.</p><p>0:00 Hello<br>0:40 Guests</p>]]></description></item>`

/** @returns its address */
function servePodcast(feeds: WrittenFeeds): string {
  for (const number of [1, 2]) feeds.serve(`tone-${number}.wav`, silentWav(SECONDS), 'audio/wav')
  feeds.serve('words.vtt', TRANSCRIPT, 'text/vtt')
  feeds.serve(
    'podcast',
    `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Tones</title><link>${feeds.url}</link><description>Tones</description>
${episode(feeds.url, 1)}${episode(feeds.url, 2)}</channel></rss>`,
    'application/rss+xml',
  )
  return feeds.address('podcast')
}

test('an episode plays on while the user reads elsewhere, moves by keys, and continues after a reload and on another device, with its queue and its transcript; a film goes on in the corner', async ({
  signedUp: reader,
  feeds,
  openOnAnotherDevice,
}) => {
  const { page } = reader
  await reader.request('/subscriptions', { method: 'POST', body: { url: servePodcast(feeds), view: 0 } })
  await reader.open()
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('Episode 1')

  const player = playerOf(reader)
  const time = player.getByRole('slider', { name: 'Position' })
  await reader.run('Play')
  await expect(player).toBeVisible()
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(time).toHaveAttribute('max', String(SECONDS))

  // The next entry opens and the first one plays on.
  await reader.press('j')
  await expect(reader.title).toHaveText('Episode 2')
  await expect(player.getByText('Episode 1')).toBeVisible()
  await reader.run('Add to the queue')

  // Within the player the arrow keys seek by five seconds, and Space pauses.
  await player.focus()
  for (let press = 0; press < 5; press += 1) await reader.press('ArrowRight')
  await reader.press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const at = Number(await time.inputValue())
  expect(at).toBeGreaterThanOrEqual(25)

  // The show notes name two chapters.
  await reader.press('Shift+ArrowRight')
  await expect(player.getByText('Guests')).toBeVisible()
  await expect.poll(async () => Number(await time.inputValue())).toBe(40)
  await reader.press('Shift+ArrowLeft')
  await expect(player.getByText('Hello')).toBeVisible()
  await reader.press('Shift+ArrowRight')

  await page.reload()
  await expect(player).toBeVisible()
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(Number(await time.inputValue())).toBeGreaterThanOrEqual(at)

  const stopped = Number(await time.inputValue())

  const other = await openOnAnotherDevice(reader)
  const otherPlayer = playerOf(other)
  const otherTime = async () =>
    Number(await otherPlayer.getByRole('slider', { name: 'Position' }).inputValue())
  // Where the user has stopped is asked for after the list.
  await expect
    .poll(() =>
      other.page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/positions')),
      ),
    )
    .toBe(true)
  await other.press('g a u')
  await expect(other.rows).toHaveCount(2)
  await other.press('j')
  await expect(other.title).toHaveText('Episode 1')
  await other.run('Play')
  await expect(otherPlayer.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(otherTime).toBeGreaterThanOrEqual(Math.floor(stopped))
  // What was queued on the first device.
  await expect(otherPlayer.getByRole('button', { name: 'Next in the queue' })).toBeVisible()

  await test.step('its transcript is read along, and leads to its times by keys and clicks', async () => {
    await expect(other.page.locator('.episode')).toContainText('Season 2')
    await other.run('Show the transcript')
    const line = other.page.locator('.transcript [aria-current]')
    await expect(line).toHaveText('The first words of the episode.')
    await other.page.locator('.transcript-time').first().focus()
    await other.press('ArrowDown')
    await other.press('Enter')
    await expect(line).toHaveText('What was said after a minute.')
    await other.page.getByText('The first words of the episode.').click()
    await expect(line).toHaveText('The first words of the episode.')
    await otherPlayer.focus()
    await other.press('Shift+ArrowDown')
    await expect.poll(otherTime).toBeGreaterThanOrEqual(60)
  })

  // The device where it is paused moves on with the other one.
  await otherPlayer.focus()
  for (let press = 0; press < 3; press += 1) await other.press('ArrowRight')
  await other.press('Space')
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThanOrEqual(stopped + 14)

  await player.getByRole('button', { name: 'Next in the queue' }).click()
  await expect(player.getByText('Episode 2')).toBeVisible()
  await player.focus()
  await reader.press('Escape')
  await expect(player).toBeHidden()

  await test.step('a film plays in its entry, goes on in the corner while another entry is read, and comes back', async () => {
    // Sound alone, which the element for films plays as well.
    const film = (number: number) => {
      feeds.serve(`film-${number}`, silentWav(SECONDS), 'audio/wav')
      return `<item><guid isPermaLink="false">${number}</guid><title>Film ${number}</title>
<pubDate>${new Date(Date.now() - number * 3_600_000).toUTCString()}</pubDate>
<enclosure url="${feeds.url}/film-${number}" type="video/mp4" length="1"/><description>Words below.</description></item>`
    }
    feeds.serve(
      'films',
      `<rss version="2.0"><channel><title>Films</title><link>${feeds.url}</link><description>Films</description>
${film(1)}${film(2)}</channel></rss>`,
      'application/rss+xml',
    )
    await reader.importOpml(
      `<opml version="2.0"><body><outline type="rss" text="Films" xmlUrl="${feeds.address('films')}"/></body></opml>`,
    )
    await reader.run('Go to a subscription', 'Films')
    await expect(reader.rows).toHaveCount(2)
    await reader.press('j')
    await expect(reader.title).toHaveText('Film 1')
    const stage = page.locator('.film-stage')
    const place = await stage.boundingBox()
    expect((place?.width ?? 0) / (place?.height ?? 1)).toBeCloseTo(16 / 9, 1)

    await stage.getByRole('button', { name: 'Play “Film 1”' }).press('Enter')
    const playing = page.locator('video')
    await expect(stage.locator('video')).toBeVisible()
    await expect
      .poll(() => playing.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0))
      .toBe(true)
    expect((await stage.boundingBox())?.height).toBe(place?.height)
    const state = () =>
      playing.evaluate((video: HTMLVideoElement & { isFirst?: boolean }) => ({
        isFirst: video.isFirst,
        paused: video.paused,
        stage: video.closest('[data-film-stage]') !== null,
      }))
    await playing.evaluate((video: HTMLVideoElement & { isFirst?: boolean }) => {
      video.isFirst = true
      video.addEventListener('pause', () => (video.isFirst = false))
    })

    // The stage has the focus, in the pane of the entry.
    await reader.press('l')
    await expect(reader.title).toHaveText('Film 2')
    await expect(page.locator('.film-corner video')).toBeVisible()
    expect(await state()).toEqual({ isFirst: true, paused: false, stage: false })
    await reader.press('h')
    await expect(reader.title).toHaveText('Film 1')
    await expect(stage.locator('video')).toBeVisible()
    await expect(page.locator('.film-corner')).toBeHidden()
    expect(await state()).toEqual({ isFirst: true, paused: false, stage: true })

    // The volume stands in a popover, by keys.
    const button = player.getByRole('button', { name: 'Volume' })
    await button.press('Enter')
    const volume = page.getByRole('slider', { name: 'Volume' })
    await expect(volume).toBeFocused()
    const before = Number(await volume.inputValue())
    await reader.press('ArrowLeft')
    await expect(volume).toHaveValue(String(before - 1))
    await reader.press('Escape')
    await expect(button).toBeFocused()
    await expect(player).toBeVisible()
  })
})

const playerOf = ({ page }: Reader) => page.locator('[data-focus-area="video-player"]')
