/** A query is saved from the palette, listed with its count, opened as a timeline, renamed and deleted, by keys alone. */
import { expect, test } from './fixtures.ts'

test('a search is saved, completed while it is typed, ordered as it says, and made of tags', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const box = reader.palette.getByRole('combobox')
  const at = Date.now() - 3_600_000
  feeds.write(
    'weather',
    [
      { guid: '1', title: 'Clouds over Leipzig', html: '<p>Rain later.</p>', at },
      { guid: '2', title: 'A dry day', html: '<p>No cloud at all.</p>', at: at - 1000 },
      { guid: '3', title: 'Wind', html: '<p>From the west.</p>', at: at - 2000 },
      { guid: '4', title: '天気', html: '<p>雲が多い一日。</p>', at: at - 3000 },
    ],
    'Weather',
  )
  feeds.write(
    'clocks',
    [
      { guid: '5', title: 'A breeze', html: '<p>A pendulum in the wind.</p>', at },
      { guid: '6', title: 'Why a pendulum keeps time', html: '<p>Length alone.</p>', at: at - 1000 },
      { guid: '7', title: 'The first pendulum', html: '<p>Galileo.</p>', at: at - 2000 },
    ],
    'Clocks',
  )
  await reader.follow(feeds, { clocks: 'Instruments' })
  await expect(reader.rows).toHaveCount(7)

  await test.step('a saved search is a timeline with its count, renamed and deleted from the palette', async () => {
    await reader.run('Save a search', 'cloud OR 雲', 'Clouds')
    const section = page.getByRole('treeitem', { name: 'Saved searches' })
    const row = page.getByRole('treeitem', { name: 'Clouds' })
    await expect(section).toBeVisible()
    await expect(row).toContainText('3')

    await reader.run('Open a search', 'Clouds')
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('Clouds')
    await expect(reader.rows).toHaveCount(3)
    await page.reload()
    await expect(reader.rows).toHaveCount(3)

    // The prompt for the new title begins with the former one.
    await reader.press('Control+k')
    await box.fill('>Rename a saved search')
    await reader.press('Enter')
    await box.fill('Clouds')
    await reader.press('Enter')
    await expect(box).toHaveValue('Clouds')
    await box.fill('Grey skies')
    await reader.press('Enter')
    await expect(page.getByRole('treeitem', { name: 'Grey skies' })).toBeVisible()
    await reader.run('Delete a saved search', 'Grey skies')
    await expect(section).toBeHidden()
  })

  await test.step('a search is completed while it is typed, ordered as it says, and one that cannot be read says why', async () => {
    await reader.run('Go to all entries')
    await reader.press('Control+k')
    await box.fill('/in:inst')
    await expect(reader.palette.getByRole('option', { name: 'Instruments' })).toBeVisible()
    await reader.press('Tab')
    await expect(box).toHaveValue('/in:Instruments ')
    // A hit whose title does not say it shows the words of its text.
    await box.fill('/pendulum')
    const hit = reader.palette.getByRole('option', { name: 'A breeze' })
    await expect(hit.locator('.palette-snippet mark')).toHaveText('pendulum')
    await reader.press('Escape')

    // The prompt begins with the query that is open.
    const open = async (query: string, before = '') => {
      await reader.press('Control+k')
      await box.fill('>Open a search')
      await expect(reader.palette.getByRole('option').first()).toContainText('Open a search')
      await reader.press('Enter')
      await expect(box).toHaveValue(before)
      await box.fill(query)
      await reader.press('Enter')
      await expect(reader.palette).toBeHidden()
    }
    const order = async (query: string, expected: readonly string[], before?: string) => {
      await open(query, before)
      await expect(reader.rows).toContainText([...expected])
    }
    await order('pendulum', ['A breeze', 'Why a pendulum keeps time', 'The first pendulum'])
    // What was looked for is marked: in the title, else in the part of the text that has it.
    await expect(reader.rows.nth(1).locator('mark').first()).toHaveText('pendulum')
    await expect(reader.rows.first().locator('mark')).toHaveText(['pendulum'])
    await expect(reader.rows.first()).toContainText('A pendulum in the wind')
    // Only what is unread and what is open, and all again.
    await reader.press('j j')
    await expect(reader.title).toHaveText('Why a pendulum keeps time')
    await reader.press('u')
    await expect(reader.rows).toHaveCount(2)
    await reader.press('u')
    await expect(reader.rows).toHaveCount(3)
    await reader.press('m k m')
    await expect(reader.title).toHaveText('A breeze')
    await order(
      'pendulum sort:old',
      ['The first pendulum', 'Why a pendulum keeps time', 'A breeze'],
      'pendulum',
    )
    await open('pendulum is:new', 'pendulum sort:old')
    const alert = reader.pane('timeline').getByRole('alert')
    await expect(alert).toContainText('“is” cannot be “new”')

    // Following by an address in one line offers the way to it, by key too.
    feeds.write('bells', [{ guid: '8', title: 'A bell', html: '<p>Rings.</p>', at }], 'Bells')
    await reader.runLine(`add url ${feeds.address('bells')}`)
    const toast = reader.toast('Followed')
    await expect(toast.getByRole('button', { name: 'Go to it' })).toBeVisible()
    await reader.press('g n')
    await expect(reader.rows).toHaveCount(1)
    await expect(reader.rows.first()).toContainText('A bell')
  })

  await test.step('feeds with a tag are a category, and one within another', async () => {
    // Where a subscription is open it is the one that gets the tag.
    await reader.run('Go to all entries')
    await reader.run('Add a tag to a subscription', 'Weather', 'science/sky')
    await reader.run('Add a tag to a subscription', 'Clocks', 'science')
    await reader.run('Show the feeds with a tag', 'science')
    await expect(reader.rows).toHaveCount(7)
    await reader.run('Save a search', 'tag:science', 'Science')
    await reader.run('Save a search', 'tag:science/sky', 'Science/Sky')
    await expect(page.getByRole('treeitem', { name: 'Science' })).toContainText('7')
    const inner = page.getByRole('treeitem', { name: 'Sky' })
    await expect(inner).toContainText('4')
    await expect(inner).toHaveAttribute('aria-level', '3')

    // The form of a feed has its tags, and an open list follows them at once.
    await reader.run('Edit a subscription', 'Weather')
    const dialog = page.getByRole('dialog', { name: 'Edit the feed' })
    const tags = dialog.getByLabel('Tags', { exact: true })
    await expect(tags).toHaveValue('science/sky')
    await tags.fill('')
    await reader.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(reader.rows).toHaveCount(3)
    await reader.press('Control+z')
    await expect(reader.rows).toHaveCount(7)
  })
})
