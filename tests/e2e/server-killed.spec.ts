/** kill -9 of the server: acknowledged changes are stored, and others are sent again. */
import type { Request } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import {
  acknowledgedReads,
  entriesOnServer,
  expectCountsToEqualLists,
  expectEachAppliedOnce,
  recordChanges,
  readOnServer,
  reconnect,
  waitForServiceWorker,
} from './expected-state.ts'

// A plugin that fills the memory ends the process that other pages of its browser share.
test.use({ env: {}, profileKind: 'own' })

/** Installs a plugin that greets and that fills the memory. */
async function installGreeter({ page }: Reader): Promise<void> {
  const plugin = {
    format: 'lectern-plugin-1',
    manifest: {
      id: 'greeter',
      version: '1.0.0',
      api: '1.3',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions: [],
    },
    locales: {
      en: {
        name: 'Greeter',
        description: 'Greets.',
        settings: { enabled: 'Use the greeter' },
        greet: 'Greet the reader',
        hoard: 'Fill the memory',
        hello: 'Hello, reader',
      },
    },
    client: `lectern.start({ start({ command }) {
      command({ id: 'greeter:greet', title: 'greet', run: () => ({ key: 'hello' }) })
      command({ id: 'greeter:hoard', title: 'hoard', run: () => {
        for (const all = []; ; ) all.push(new Array(1000).fill(all.length))
      } })
    } })`,
  }
  await goTo(page, '/settings/integration')
  await page.locator('input[type="file"][accept*="json"]').setInputFiles({
    name: 'greeter.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(plugin)),
  })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
}

test('The server is killed while a user reads, and nothing is lost or there twice; without it an installed plugin starts', async ({
  signedUp: reader,
  feeds,
  lectern,
  context,
}) => {
  test.setTimeout(300_000)
  const { page } = reader

  feeds.write('tea', manyEntries('tea', 20))
  await reader.follow(feeds)
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', '20')
  await waitForServiceWorker(reader)
  const sent = recordChanges(context)
  const isMark = (request: Request) => request.url().endsWith('/api/reads') && request.method() === 'POST'
  const moments = [
    async () => undefined,
    async () => void (await page.waitForRequest(isMark)),
    async () => void (await page.waitForResponse((response) => isMark(response.request()))),
  ]
  for (const moment of moments) {
    await Promise.all([moment(), reader.press('j')])
    const killed = lectern.kill()
    await reader.press('j j j')
    await killed
    const acknowledged = acknowledgedReads(sent)
    await lectern.start()
    const onServer = new Map((await entriesOnServer(reader)).map(({ id, read }) => [id, read]))
    expect(acknowledged.filter((id) => onServer.get(id) !== true)).toEqual([])
    await reader.press('j')
    await reconnect(reader)
  }
  const all = Array.from({ length: 15 }, (_, index) => `tea story ${20 - index}`).toSorted()
  await expect(reader.title).toHaveText('tea story 6')
  await expect.poll(() => readOnServer(reader)).toEqual(all)
  expectEachAppliedOnce(sent)
  await expectCountsToEqualLists(reader)
  await page.reload()
  await expectCountsToEqualLists(reader)

  await test.step('a refresh after it finds a new entry', async () => {
    feeds.write('tea', manyEntries('tea', 21))
    const [{ feedId } = { feedId: '' }] = await entriesOnServer(reader)
    await reader.request(`/feeds/refresh?id=${feedId}`)
    await expect.poll(async () => (await reader.counts())[feedId]).toBe(6)
    await expect(reader.page.getByRole('button', { name: '1 new' })).toBeVisible()
    await reader.press('r')
    await expect(reader.rows.first()).toContainText('tea story 21')
  })

  await test.step('an installed plugin starts while the server is gone, and is stopped when it fills the memory', async () => {
    const expectGreeting = async () => {
      await reader.run('Greet the reader')
      await expect(reader.toast('Hello, reader')).toBeVisible()
    }
    await installGreeter(reader)
    await expectGreeting()
    await lectern.kill()
    await page.goto(`${lectern.url}/timeline`)
    const frames = page.locator('[data-plugin-frame]')
    await expect(frames).toHaveCount(1)
    await expectGreeting()
    await reader.run('Fill the memory')
    // The reader answers keys meanwhile.
    await reader.press('Control+k')
    await expect(reader.palette).toBeVisible()
    await reader.press('Escape')
    await expect(reader.toast('The plugin greeter failed')).toBeVisible()
    await expect(reader.toast('it no longer responded')).toBeVisible()
    await expect(frames).toHaveCount(0)
  })
})
