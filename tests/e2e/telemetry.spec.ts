import { startCollector, type Collector } from '../../plugins/telemetry/testing/collector.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { openPlugin } from './plugin-page.ts'

const test = base.extend<{ collector: Collector }>({
  collector: async ({}, use) => {
    const collector = await startCollector()
    await use(collector)
    await collector.close()
  },
  env: async ({ collector }, use) => {
    await use({
      TELEMETRY_POSTHOG_HOST: collector.url,
      TELEMETRY_POSTHOG_KEY: 'project-key',
      TELEMETRY_SENTRY_DSN: collector.dsn,
    })
  },
})

const openTelemetry = (reader: Reader) => openPlugin(reader, 'Telemetry')

test('a user allows telemetry, events and errors arrive, takes it back, and allows it again', async ({
  signedUp: reader,
  feeds,
  collector,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  feeds.write('essays', manyEntries('essays', 4))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(4)
  expect(loaded.filter((url) => url.includes('/online/'))).toEqual([])
  expect(collector.bodies).toEqual([])

  await openTelemetry(reader)
  const allow = page.getByRole('switch', { name: 'Allow telemetry' })
  await expect(allow).not.toBeChecked()
  await allow.press('Space')
  await expect.poll(() => collector.usage.map(({ event }) => event)).toContain('appInit')

  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  await reader.press('s')
  await reader.press('Control+k')
  await page.keyboard.type('alpaca')
  await reader.press('Escape')
  await expect.poll(() => collector.usage.map(({ event }) => event)).toContain('entryAction')
  const navigation = collector.usage.find(({ event }) => event === 'navigateEntry')
  expect(navigation?.properties).toMatchObject({ code: 2000 })
  const star = collector.usage.find(({ event }) => event === 'entryAction')
  expect(star?.properties).toMatchObject({
    code: 3004,
    token: 'project-key',
    build: 'web',
    version: '0.6.1',
    language: 'en',
  })

  // Not an error of the page itself, which would end the test.
  await page.evaluate(() => {
    window.addEventListener('error', (event) => event.preventDefault())
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('A cup fell'), message: 'A cup fell' }))
    window.onerror?.('A cup fell', 'cup.js', 1, 1, new Error('A cup fell'))
    window.onerror?.('Failed to fetch', 'cup.js', 1, 1, new TypeError('Failed to fetch'))
  })
  await expect.poll(() => JSON.stringify(collector.reports)).toContain('A cup fell')
  await expect.poll(() => JSON.stringify(collector.reports)).toContain('replay_event')

  const all = collector.bodies.join('\n')
  expect(all).not.toContain('Failed to fetch')
  expect(all).toContain('"sentry.op":{"value":"navigation"')
  const read = ['essays', 'story 4', 'alpaca', feeds.url, '/timeline/', 'url.full', 'url.query', 'entry-3']
  expect(read.filter((words) => all.includes(words))).toEqual([])

  const actions = (name: string) => collector.usage.filter(({ event }) => event === name).length
  const opened = actions('navigateEntry')
  await openTelemetry(reader)
  await allow.press('Space')
  await expect(page.getByRole('switch', { name: 'Send errors' })).toHaveCount(0)
  await reader.run('Go to all entries')
  await reader.press('j')
  await reader.press('s')
  await page.evaluate(() => window.onerror?.('A pan fell', 'pan.js', 1, 1, new Error('A pan fell')))

  // What arrives once it is allowed again would bring along what had waited.
  await openTelemetry(reader)
  await allow.press('Space')
  await expect(async () => {
    await page.evaluate(() => window.onerror?.('A lid fell', 'lid.js', 1, 1, new Error('A lid fell')))
    expect(JSON.stringify(collector.reports).includes('A lid fell')).toBe(true)
  }).toPass()
  expect(JSON.stringify(collector.reports).includes('A pan fell')).toBe(false)
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  await expect.poll(() => actions('navigateEntry')).toBe(opened + 1)
  expect(actions('entryAction')).toBe(1)
})
