/** Without a network, and without a server: what a user does then is neither lost nor done twice. */
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { followForOffline } from './user-actions.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import {
  expectOnline,
  expectCountsToEqualLists,
  expectEachAppliedOnce,
  recordChanges,
  notices,
  readOnServer,
  reconnect,
  starredOnServer,
  waitForServiceWorker,
} from './expected-state.ts'

// Long journeys: each restarts the page, one the server too.
test.describe.configure({ timeout: 240_000 })

const waiting = (reader: Reader, count: number) => notices(reader).getByText(`${count} change`)

const FOLDERS = { tea: 'Drinks', coffee: 'Drinks' }
/** Tea and coffee, and maps beside their folder: 14 entries, newest "maps story 4". */
function writeThree(feeds: WrittenFeeds): void {
  const day = 86_400_000
  feeds.write('maps', manyEntries('maps', 4))
  feeds.write('tea', manyEntries('tea', 6, Date.now() - 3 * day))
  feeds.write('coffee', manyEntries('coffee', 4, Date.now() - 5 * day))
}

test.describe('when the server stops', () => {
  // The files of the reader come from the service worker meanwhile.
  test.use({ env: {}, profileKind: 'own' })

  test('Marks, stars, moves and follows outlive a reload and reach the server once', async ({
    reader,
    feeds,
    lectern,
    context,
  }) => {
    writeThree(feeds)
    await followForOffline(reader, feeds, 14, FOLDERS)
    feeds.write('late', manyEntries('late', 2))
    await reader.press('j j')
    await expect.poll(() => readOnServer(reader)).toEqual(['maps story 3', 'maps story 4'])

    await lectern.stop()
    const sent = recordChanges(context)
    await reader.press('j')
    await expect(reader.title).toHaveText('maps story 2')
    await reader.press('s')
    await reader.press('k m')
    await expect(reader.currentRow).not.toHaveAttribute('data-read')
    await expect(notices(reader)).toContainText('Offline')
    await reader.runLine('move maps Travel')
    await reader.run('Follow an address', feeds.address('late'))
    await reader.subscription('Drinks').click()
    await expect(reader.rows).toHaveCount(10)
    await reader.press('Control+Shift+a')
    await expect(reader.subscription('Drinks').locator('.ui-badge')).toBeHidden()
    await expect(waiting(reader, 6)).toBeVisible()

    await reader.page.reload()
    await expect(notices(reader)).toContainText('Offline')
    await expect(waiting(reader, 6)).toBeVisible()
    await expect(reader.subscription('Travel').locator('.ui-badge')).toContainText('2')
    await expect(reader.subscription(feeds.address('late'))).toBeVisible()
    await expect(reader.subscription('Drinks').locator('.ui-badge')).toBeHidden()
    // The network goes too, and is back before the server.
    await context.setOffline(true)
    await reader.run('Go to starred entries')
    await expect(reader.rows).toHaveCount(1)
    await expect(reader.rows).toContainText('maps story 2')
    await reader.run('Go home')
    await expect(reader.rows).toHaveCount(2)
    await reader.press('j')
    await expect(reader.title).toHaveText('maps story 3')
    await expect(reader.pane('entry-render')).toContainText('The text of maps story 3')
    await reader.press('m')
    await expect(waiting(reader, 8)).toBeVisible()

    await context.setOffline(false)
    await expect(notices(reader)).toContainText('Offline')
    await lectern.start()
    await reconnect(reader)
    await expect(notices(reader)).not.toContainText('change')
    await expect(reader.subscription('late')).toBeVisible()
    await expect.poll(() => starredOnServer(reader)).toEqual(['maps story 2'])
    const drinks = [...manyEntries('tea', 6), ...manyEntries('coffee', 4)].map(({ title }) => title)
    await expect
      .poll(() => readOnServer(reader))
      .toEqual([...drinks, 'maps story 2', 'maps story 4'].toSorted())
    const taken = () => sent.filter(({ status }) => status === 200).map(({ what }) => what)
    // The notice disappears when sending begins; a feed that is followed meanwhile would be counted and not listed yet.
    await expect.poll(taken).toHaveLength(8)
    expectEachAppliedOnce(sent)
    expect(
      taken()
        .filter((what) => what.includes('/reads'))
        .slice(0, 3),
    ).toEqual(['POST /api/reads', 'DELETE /api/reads', 'POST /api/reads/all'])
    await expectCountsToEqualLists(reader)
    await reader.page.reload()
    await expect(reader.subscription('Travel').locator('.ui-badge')).toContainText('2')
    await expectCountsToEqualLists(reader)
  })
})

test('What is taken back offline is not done, and what the server refuses later is undone with its reason', async ({
  reader,
  feeds,
  context,
}) => {
  writeThree(feeds)
  await reader.follow(feeds, FOLDERS)
  await expect(reader.rows).toHaveCount(14)
  await waitForServiceWorker(reader)
  const drinks = reader.subscription('Drinks').locator('.ui-badge')

  await test.step('a mark-all that was made offline is taken back offline, after a reload, and nothing is read', async () => {
    await context.setOffline(true)
    const sent = recordChanges(context)
    await reader.press('Control+Shift+a')
    await expect(drinks).toBeHidden()
    await reader.page.reload()
    await expect(waiting(reader, 1)).toBeVisible()
    await expect(drinks).toBeHidden()
    await reader.press('Control+z')
    await expect(drinks).toContainText('10')
    await context.setOffline(false)
    await expectOnline(reader)
    // The server may have received what was sent before the reload: everything is read until it is taken back.
    await expect
      .poll(() => sent.filter(({ status }) => status === 200).map(({ what }) => what))
      .toEqual(['POST /api/reads/all', 'DELETE /api/reads/all'])
    expect(await readOnServer(reader)).toEqual([])
    await expectCountsToEqualLists(reader)
  })

  const foldersOnServer = async () =>
    (await reader.request<{ data: { category: string | null }[] }>('/subscriptions')).data.map(
      ({ category }) => category,
    )
  await test.step('what the server refuses is undone and shown with its reason, and the rest stays', async () => {
    await context.setOffline(true)
    await reader.runLine(`follow an address ${feeds.address('nowhere')} category:Lost`)
    await reader.runLine('rename maps Charts')
    await reader.runLine('move coffee Travel')
    await expect(reader.subscription('Lost')).toBeVisible()
    await expect(reader.subscription('Charts')).toBeVisible()
    await expect(reader.subscription('Travel')).toBeVisible()
    await reader.run('Go home')
    await reader.press('j s')
    await expect(notices(reader)).toContainText('5 changes')

    await context.setOffline(false)
    await expect(reader.toast(/404/)).toBeVisible()
    await expect(reader.subscription('Lost')).toBeHidden()
    await expectOnline(reader)
    await expect(reader.subscription('Charts')).toBeVisible()
    await expect.poll(foldersOnServer).toContain('Travel')
    await expect.poll(() => starredOnServer(reader)).toEqual(['maps story 4'])
    await expect.poll(() => readOnServer(reader)).toEqual(['maps story 4'])
    await expectCountsToEqualLists(reader)
  })

  await test.step('a title for a feed that another device unfollowed meanwhile is shown as refused', async () => {
    await context.setOffline(true)
    await reader.runLine('rename Charts Seas')
    await expect(reader.subscription('Seas')).toBeVisible()
    await reader.request('/subscriptions', { method: 'DELETE', body: { url: feeds.address('maps') } })
    await context.setOffline(false)
    await expect(reader.toast('You do not follow this feed.')).toBeVisible()
    for (const title of ['Seas', 'Charts', 'maps']) await expect(reader.subscription(title)).toBeHidden()
    await expectCountsToEqualLists(reader)
  })
})
