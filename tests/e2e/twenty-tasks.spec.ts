/** Twenty tasks of a morning by keys alone, with the number of presses that each takes. */
import type { WrittenEntry } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const DAY = 86_400_000

/** Six entries, one a day. */
const daily = (name: string, words: readonly string[] = []): WrittenEntry[] =>
  Array.from({ length: 6 }, (_, index) => ({
    guid: `${name}-${index}`,
    title: `${name} ${index + 1}`,
    html: `<p>The text of ${name} ${index + 1}. ${words[index] ?? ''}</p>`,
    at: Date.now() - index * DAY - 3_600_000,
  }))

/**
 * Presses by task: at most this many here, and what the published keymaps of Miniflux and Folo take. null: that reader
 * has no keys for it.
 */
const limits: Readonly<
  Record<string, readonly [here: number, miniflux: number | null, folo: number | null]>
> = {
  'first unread': [1, 2, 1],
  'five in a row': [4, 4, 4],
  'star the third from the fifth': [3, 3, 3],
  'folder read': [2, 6, 6],
  undo: [1, null, 1],
  'feed by name': [4, null, null],
  'older than three days read': [3, null, null],
  'follow into a folder': [5, 6, 8],
  'move a feed': [4, null, null],
  'rename a feed': [7, null, null],
  unfollow: [2, 2, null],
  'original page': [1, 1, 1],
  'reader view': [1, 1, null],
  'entry by a word of its title': [4, 9, null],
  'entry by a word of its text': [4, 12, null],
  starred: [2, 2, null],
  'unread only': [1, 2, 1],
  'next feed with unread': [1, null, null],
  dark: [4, null, null],
  'other keys for a command': [8, null, null],
}

class Counter {
  readonly presses = new Map<string, number>()
  private readonly reader: Reader
  private task = ''

  constructor(reader: Reader) {
    this.reader = reader
  }

  begin(task: string): void {
    this.task = task
    this.presses.set(task, 0)
  }

  /** Keys one after another, each counted; a chord is one press. */
  async press(keys: string): Promise<void> {
    this.presses.set(this.task, (this.presses.get(this.task) ?? 0) + keys.split(' ').length)
    await this.reader.press(keys)
  }
}

test('twenty morning tasks are possible by keys, in few of them', async ({ signedUp: reader, feeds }) => {
  test.slow()
  const { page } = reader
  feeds.write('alpha', daily('alpha', ['', '', 'lantern']))
  feeds.write('beta', daily('beta'))
  feeds.write('kitchen', daily('kitchen'))
  feeds.write('natal', daily('natal'))
  for (let index = 0; index < 6; index += 1)
    feeds.serve(
      `pages/natal-${index}`,
      `<html><body><article><h1>Natal</h1>${'<p>The whole text of the page, long enough to be an article.</p>'.repeat(20)}</article></body></html>`,
      'text/html',
    )
  await reader.follow(feeds, { alpha: 'Web', beta: 'Web', kitchen: 'Food' })
  // What is followed is there: the palette names it.
  await expect(reader.rows.first()).toBeVisible()
  feeds.write('newcomer', daily('newcomer'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const count = new Counter(reader)
  /** A feed is shown whose folder is closed; the list has the keys. */
  const showAlpha = async () => {
    await reader.press('g f')
    await page.keyboard.type('alpha')
    await reader.press('Enter')
    await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('alpha')
    await expect(reader.rows.first()).toBeVisible()
  }

  await showAlpha()
  count.begin('first unread')
  await count.press('j')
  await expect(reader.title).toHaveText('alpha 1')

  count.begin('five in a row')
  for (let step = 2; step <= 5; step += 1) {
    await count.press('j')
    await expect(reader.title).toHaveText(`alpha ${step}`)
  }

  count.begin('star the third from the fifth')
  await count.press('2 k s')
  await expect(reader.title).toHaveText('alpha 3')
  await expect
    .poll(
      async () =>
        (
          await reader.request<{ data: unknown[] }>('/entries', {
            method: 'POST',
            body: { isCollection: true, view: 0 },
          })
        ).data.length,
    )
    .toBe(1)

  count.begin('folder read')
  await count.press('d c')
  await expect.poll(async () => Object.values(await reader.counts()).filter((n) => n > 0).length).toBe(2)

  count.begin('undo')
  await count.press('Control+z')
  await expect.poll(async () => Object.values(await reader.counts()).filter((n) => n > 0).length).toBe(4)

  count.begin('feed by name')
  await count.press('g f n Enter')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('natal')

  count.begin('older than three days read')
  await expect(reader.rows.first()).toContainText('natal 1')
  await reader.press('j')
  await expect(reader.title).toHaveText('natal 1')
  await count.press('d o Enter')
  await expect.poll(async () => Object.values(await reader.counts()).includes(2)).toBe(true)

  await page.evaluate((address) => navigator.clipboard.writeText(address), feeds.address('newcomer'))
  count.begin('follow into a folder')
  await count.press('a')
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  await count.press('Control+v')
  await expect(page.getByRole('dialog').getByText('newcomer').first()).toBeVisible()
  await count.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Folder')).toBeFocused()
  await count.press('w Enter')
  await expect
    .poll(async () =>
      (
        await reader.request<{ data: { category: string | null; feeds?: { title: string } }[] }>(
          '/subscriptions',
        )
      ).data
        .filter(({ feeds: feed }) => feed?.title === 'newcomer')
        .map(({ category }) => category),
    )
    .toEqual(['Web'])

  await showAlpha()
  count.begin('move a feed')
  await count.press('Escape m')
  await expect(reader.palette).toBeVisible()
  await count.press('f Enter')
  await expect
    .poll(async () =>
      (
        await reader.request<{ data: { category: string | null; feeds?: { title: string } }[] }>(
          '/subscriptions',
        )
      ).data
        .filter(({ feeds: feed }) => feed?.title === 'alpha')
        .map(({ category }) => category),
    )
    .toEqual(['Food'])

  count.begin('rename a feed')
  await count.press('e')
  const title = page.getByRole('dialog').getByLabel('Title')
  await expect(title).toBeFocused()
  await count.press('d e l t a Enter')
  await expect(
    reader
      .subscription('delta')
      .or(reader.pane('timeline').getByRole('heading', { name: 'delta' }))
      .first(),
  ).toBeVisible()

  count.begin('unfollow')
  await reader.press('g f')
  await page.keyboard.type('beta')
  await reader.press('Enter')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('beta')
  await count.press('Escape Delete')
  await expect
    .poll(async () => (await reader.request<{ data: unknown[] }>('/subscriptions')).data.length)
    .toBe(4)

  await reader.press('g f')
  await page.keyboard.type('natal')
  await reader.press('Enter')
  await expect(reader.rows.first()).toContainText('natal')
  await reader.press('j')
  await expect(reader.title).toHaveText(/natal/)
  count.begin('original page')
  const popup = page.context().waitForEvent('page')
  await count.press('b')
  await (await popup).close()

  count.begin('reader view')
  await count.press('v')
  await expect(page.locator('[data-command-id="entry:ability"][aria-pressed="true"]')).toBeVisible()

  count.begin('entry by a word of its title')
  await count.press('/ k i')
  await expect(reader.palette.getByRole('option').first()).toContainText('kitchen')
  await count.press('Enter')
  await expect(reader.title).toHaveText(/kitchen/)

  count.begin('entry by a word of its text')
  await count.press('/ l a')
  // Below the fields of queries that begin so, which Enter does not take.
  await expect(reader.palette.getByRole('option', { selected: true })).toContainText('alpha 3')
  await count.press('Enter')
  await expect(reader.title).toHaveText('alpha 3')

  count.begin('starred')
  await count.press('g s')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Starred')

  await reader.press('g a')
  count.begin('unread only')
  await count.press('u')
  await expect(page.locator('[data-command-id="timeline:unread-only"]').first()).toHaveAttribute(
    'aria-pressed',
    'false',
  )

  count.begin('next feed with unread')
  await count.press('n')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).not.toHaveText('All')

  count.begin('dark')
  await count.press('Control+k d a')
  await expect(reader.palette.getByRole('option').first()).toContainText(/dark/i)
  await count.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  count.begin('other keys for a command')
  await count.press('Control+k s t a r')
  await expect(reader.palette.getByRole('option').first()).toContainText(/star/i)
  await count.press('Control+Enter Enter')
  await expect(page.locator('[data-focus-area="recording"]')).toBeFocused()
  await count.press('F9')
  await expect
    .poll(() =>
      page.evaluate(
        () => localStorage.getItem('follow:command-shortcuts') ?? localStorage.getItem('lectern:key-rules'),
      ),
    )
    .toContain('"entry:star":"F9"')

  const sums = { here: 0, others: 0 }
  for (const [task, [here, miniflux, folo]] of Object.entries(limits)) {
    const presses = count.presses.get(task) ?? Infinity
    expect(presses, task).toBeLessThanOrEqual(here)
    const others = [miniflux, folo].filter((one) => one !== null)
    for (const other of others) expect(presses, task).toBeLessThanOrEqual(other)
    if (others.length === 0) continue
    sums.here += presses
    sums.others += Math.min(...others)
  }
  expect(count.presses.size).toBe(20)
  expect(sums.here).toBeLessThanOrEqual(sums.others * 0.75)
})
