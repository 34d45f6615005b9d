/** What installed plugins bring: themes that the user chooses among, and feeds to follow. */
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const papers = JSON.stringify({
  format: 'lectern-plugin-1',
  manifest: {
    id: 'papers',
    version: '1.0.0',
    api: '1.8',
    enabledBy: 'enabled',
    settings: { enabled: { type: 'boolean', default: false } },
    permissions: [],
  },
  locales: {
    en: {
      name: 'Papers',
      description: 'Two sheets of paper.',
      settings: { enabled: 'Use papers' },
      paper: 'Parchment',
      slate: 'Blackboard',
    },
    ja: {
      name: '紙',
      description: '二枚の紙。',
      settings: { enabled: '紙を使う' },
      paper: '紙',
      slate: '石板',
    },
  },
  client: `lectern.start({ start({ theme }) {
    theme({ id: 'paper', title: 'paper', mode: 'light', tokens: {
      'surface-reading': '#fbf5e6', 'surface-list': '#f6eeda', 'surface-sidebar': '#efe5cc', ink: '#3b3228' } })
    theme({ id: 'slate', title: 'slate', mode: 'dark', tokens: {
      'surface-reading': '#1d2730', 'surface-list': '#19222a', 'surface-sidebar': '#151d24' } })
  } })`,
})

/** @param address of the feed that it finds */
const shelves = (address: string) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id: 'shelves',
      version: '1.0.0',
      api: '1.9',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions: [],
    },
    locales: {
      en: {
        name: 'Shelves',
        description: '',
        settings: { enabled: 'Use shelves' },
        shelf: 'My shelf',
        count: '{{count}} feeds on the shelf',
      },
    },
    client: `lectern.start({ start({ feedSource, command, statusItem }) {
      const feeds = [
        { url: '${address}', title: 'Essays on tides', description: 'What the sea does.' },
        { url: 'https://stones.example/feed', title: 'Stones' },
      ]
      feedSource({ id: 'shelf', title: 'shelf', find: ({ words }) => feeds.filter(({ title }) => title.includes(words)) })
      command({ id: 'shelves:count', title: 'shelf', run: () => ({ key: 'shelf' }) })
      const text = { key: 'count', values: { count: feeds.length } }
      statusItem({ id: 'count', command: 'shelves:count', $state: lectern.effector.createStore({ text }) })
    } })`,
  })

async function install({ page }: Reader, id: string, bundle: string) {
  await goTo(page, '/settings/integration')
  await page
    .locator('input[type="file"][accept*="json"]')
    .setInputFiles({ name: `${id}.json`, mimeType: 'application/json', buffer: Buffer.from(bundle) })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('switch', { name: `Use ${id}` })).toBeChecked()
}

const PAPER = 'rgb(251, 245, 230)'
const SLATE = 'rgb(29, 39, 48)'

test('an installed plugin brings feeds to Discover, and another one themes, which outlive a reload and go with it', async ({
  reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader

  await test.step('feeds are found in a tab of Discover, and the user follows one', async () => {
    feeds.write('essays', manyEntries('essays', 2))
    await install(reader, 'shelves', shelves(feeds.address('essays')))
    await goTo(page, '/discover')
    await page.getByRole('tab', { name: 'My shelf' }).click()
    const shelf = page.getByRole('region', { name: 'My shelf' })
    await expect(shelf.getByRole('listitem')).toHaveCount(2)
    await shelf.getByLabel('Search My shelf').fill('tides')
    await page.keyboard.press('Enter')
    await expect(shelf.getByRole('listitem')).toHaveCount(1)
    await shelf.getByRole('button', { name: 'Essays on tides' }).click()
    const form = page.getByRole('dialog', { name: 'Follow' })
    await expect(form).toBeVisible()
    await form.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(form).toHaveCount(0)
    await reader.run('Go home')
    await expect(reader.rows).toHaveCount(2)
  })

  await test.step('a status at the foot of the subscriptions runs a command of its plugin', async () => {
    await page.getByRole('button', { name: '2 feeds on the shelf' }).click()
    await expect(reader.toast('My shelf')).toBeVisible()
  })

  await test.step('a theme is chosen by hand or by the palette, outlives a reload, and goes with its plugin', async () => {
    /** What the design says of reading, as the page has it now. */
    const reading = () =>
      page.evaluate(() => {
        const probe = document.createElement('p')
        probe.style.backgroundColor = 'var(--surface-reading)'
        document.body.append(probe)
        const { backgroundColor } = getComputedStyle(probe)
        probe.remove()
        return backgroundColor
      })
    await page.emulateMedia({ colorScheme: 'light' })
    await install(reader, 'papers', papers)
    const own = await reading()
    const pane = page.getByRole('region', { name: 'Papers', exact: true })

    await goTo(page, '/settings/appearance')
    const light = page.getByRole('group', { name: 'Light theme' })
    await light.getByRole('radio', { name: 'Parchment' }).check({ force: true })
    await expect.poll(reading).toBe(PAPER)
    // The sample of the reader's own colours stays in them.
    await expect(light.locator('label', { hasText: 'Lectern' })).toHaveCSS('background-color', own)
    await reader.run('Change the dark theme', 'Blackboard')
    await expect.poll(reading).toBe(PAPER)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(reading).toBe(SLATE)

    // Before anything of the reader has loaded.
    await page.route('**/assets/**', (route) => route.abort())
    await page.reload()
    expect(await reading()).toBe(SLATE)
    await page.unroute('**/assets/**')
    await page.reload()
    await expect(
      page.getByRole('group', { name: 'Dark theme' }).getByRole('radio', { name: 'Blackboard' }),
    ).toBeChecked()
    expect(await reading()).toBe(SLATE)

    await page.emulateMedia({ colorScheme: 'light' })
    await goTo(page, '/settings/integration')
    const use = pane.getByRole('switch', { name: 'Use papers' })
    await use.press('Space')
    await expect(use).not.toBeChecked()
    await expect.poll(reading).toBe(own)
    await goTo(page, '/settings/appearance')
    await expect(light).toContainText('its plugin is off')
  })
})
