import { dailyWindows } from '../../plugins/ai/daily.ts'
import { startModel, type FakeModel, type ModelRequest, type Reply } from '../support/model.ts'
import { startService, type Service } from '../support/service.ts'
import { expect, test as base } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { openPlugin } from './plugin-page.ts'

/** To the model `vectors` all entries are alike. */
const test = base.extend<{ model: FakeModel; vectors: Service }>({
  model: async ({}, use) => {
    const model = await startModel()
    await use(model)
    model.close()
  },
  vectors: async ({}, use) => {
    const vectors = await startService(({ body }) => {
      const { input } = JSON.parse(body) as { input: readonly string[] }
      const data = input.map((_, index) => ({ index, embedding: [1, 2, 3] }))
      return { status: 200, body: JSON.stringify({ data, usage: { prompt_tokens: 1, total_tokens: 1 } }) }
    })
    await use(vectors)
    await vectors.close()
  },
  env: async ({ model, vectors }, use) => {
    const ai = { AI_BASE_URL: model.url, AI_MODEL: 'tiny', AI_API_KEY: 'key', AI_TIMEOUT_SECONDS: '60' }
    await use({ ...ai, MEANING_URL: vectors.url, MEANING_MODEL: 'counted' })
  },
})

const HOUR = 3_600_000
const german = 'Der Fluss ist in der Nacht gestiegen, und die Stadt hat ihre Bücher nach oben getragen. '
const translations: Readonly<Record<string, string>> = {
  'Der Fluss steigt': 'The river rises',
  'Die Brücke ist zu': 'The bridge is closed',
}
const isSummary = ({ messages: [system] }: ModelRequest) => system?.content.includes('summarise') === true

test('the models of the server answer questions, write the daily report, summarise, translate and find what is alike', async ({
  signedUp: reader,
  feeds,
  model,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  // Both are of the report's day, and the first is longer than the model reads.
  const at = dailyWindows(Date.now())[0].startsAt + 2 * HOUR
  feeds.write('zeitung', [
    { guid: '1', title: 'Der Fluss steigt', html: `<p>${german.repeat(200)}</p>`, at },
    { guid: '2', title: 'Die Brücke ist zu', html: `<p>${german}</p>`, at: at - HOUR },
  ])
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  // Read entries stay in the list.
  await reader.press('u')

  await test.step('off at first: nothing is sent', async () => {
    await reader.press('j')
    await expect(reader.title).toHaveText('Der Fluss steigt')
    await expect(page.getByRole('button', { name: 'Summarise the entry' })).toHaveCount(0)
    expect(model.requests).toEqual([])
  })

  let requestsToday = 0
  const dialog = page.getByRole('dialog', { name: 'Ask about this entry' })
  await test.step('questions about an entry are answered, stopped, and fail in words', async () => {
    const pane = await aiPane(reader)
    await pane.getByRole('switch', { name: 'Use AI' }).press('Space')
    const summaries = pane.getByRole('switch', { name: 'Summarise each entry that is opened' })
    await expect(summaries).toBeChecked()
    await summaries.press('Space')
    await expect(summaries).not.toBeChecked()
    await openFirst(reader)

    let answer: Reply = { hang: 'The **river** rose' }
    model.reply = () => answer
    await reader.press('Control+i')
    const question = dialog.getByRole('textbox', { name: 'Your question' })
    const turns = dialog.getByRole('listitem')
    await expect(question).toBeFocused()
    await expect(dialog).toContainText('Der Fluss steigt')

    // What has arrived is shown, and stays when the answer is stopped.
    await page.keyboard.type('What rose?')
    await page.keyboard.press('Enter')
    await expect(turns.getByRole('strong')).toHaveText('river')
    await expect(turns).toContainText('The model reads only the beginning of Der Fluss steigt.')
    await dialog.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(turns).toContainText('The answer is not complete.')
    await expect(question).toBeFocused()
    await expect.poll(model.cancelled).toBe(1)

    answer = 'The river rose two metres.'
    await dialog.getByRole('button', { name: 'Answer again' }).press('Enter')
    await expect(turns).toContainText('The river rose two metres.')
    await expect(turns).toHaveCount(1)
    await expect(dialog).toContainText('2 of 300 requests today · tiny')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy the answer' }).press('Enter')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('The river rose two metres.')

    // A failure is named, and so is a connection that breaks.
    answer = { status: 401, body: '{}' }
    await question.fill('When?')
    await question.press('Enter')
    await expect(turns.nth(1).getByRole('alert')).toContainText('AI_API_KEY')
    answer = { cut: 'In the' }
    await turns.nth(1).getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(turns.nth(1).getByRole('alert')).toContainText('The answer broke off')
    await expect(turns.nth(1)).toContainText('In the')
    answer = 'In the night.'
    await turns.nth(1).getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(turns.nth(1)).toContainText('In the night.')
    expect(
      model.requests
        .at(-1)
        ?.messages.slice(2)
        .map(({ content }) => content),
    ).toEqual(['The river rose two metres.', 'When?'])

    // It fits a narrow window, and is about this entry alone.
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await reader.press('j')
    await expect(reader.title).toHaveText('Die Brücke ist zu')
    await reader.run('Ask about this entry')
    await expect(dialog).toContainText('Die Brücke ist zu')
    await expect(dialog).toContainText('stored in this browser only')
    await expect(turns).toHaveCount(0)
    await page.keyboard.press('Escape')

    // The selected entries are asked about together.
    await reader.press('Control+a')
    await reader.press('Control+i')
    const both = page.getByRole('dialog', { name: 'Ask about 2 entries' })
    await both.getByRole('textbox').fill('What do they share?')
    await page.keyboard.press('Enter')
    await expect(both.getByRole('listitem')).toContainText('In the night.')
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(
      /Der Fluss steigt[^]*Die Brücke ist zu|Die Brücke ist zu[^]*Der Fluss steigt/,
    )
    // Counted once the model has responded.
    const { data: usage } = await reader.request<{ data: { asked: number } }>('/ai/usage')
    requestsToday = usage.asked
    await expect(both).toContainText(`${requestsToday} of 300 requests today`)
    await reader.press('Escape Escape')
  })

  await test.step('the daily report links to its entries, why it failed is said, and answers are read again later', async () => {
    let report: Reply = { status: 401, body: '{}' }
    model.reply = () => report
    await reader.run('Open the daily report')
    await expect(page.getByRole('heading', { name: 'Daily report' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/ai/daily')
    await expect(page.getByRole('alert')).toContainText('AI_API_KEY')
    await expect(page.getByText('No AI news of these hours.')).toHaveCount(1)

    report = 'The **river** rises [[1]]. <img src=x> ![x](https://evil.example/)'
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('strong')).toHaveText('river')
    await expect(page.getByText(`${requestsToday + 1} of 300 requests today · tiny`)).toBeVisible()
    await expect(page.locator('.ai-daily img')).toHaveCount(0)
    // The report is stored: the address opens it without another request.
    const requests = model.requests.length
    await page.reload()
    await page.getByRole('link', { name: 'Der Fluss steigt' }).press('Enter')
    await expect(reader.title).toHaveText('Der Fluss steigt')
    expect(model.requests).toHaveLength(requests)
    // So is the conversation about the entry.
    await reader.run('Ask about this entry')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  const earlier = model.requests.length
  const panel = page.getByRole('region', { name: 'Summary' })
  await test.step('an entry is summarised', async () => {
    // A key that the model refuses is named.
    let summary: Reply = { status: 401, body: '{}' }
    model.reply = (material, request) =>
      isSummary(request) ? summary : (translations[material] ?? '<p>The river rose in the night.</p>')
    const pane = await aiPane(reader)
    const summaries = pane.getByRole('switch', { name: 'Summarise each entry that is opened' })
    await summaries.press('Space')
    await expect(summaries).toBeChecked()
    await openFirst(reader)
    await expect(panel.getByRole('alert')).toContainText('AI_API_KEY')

    // A slow summary shows what has arrived, and is cancelled.
    summary = { hang: 'The river rose' }
    await panel.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(panel).toContainText('The river rose')
    await expect(panel).toHaveAttribute('aria-busy', 'true')
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(panel).toHaveCount(0)

    summary = 'The river rose two metres.'
    await reader.run('Summarise the entry')
    await expect(panel).toContainText('The river rose two metres.')
    await expect(panel).toContainText("Written by the server's model")
    await expect(panel).toContainText('of 300 requests today')
  })

  await test.step('titles are translated in the list, and the entry with its translation below the original', async () => {
    const pane = await aiPane(reader)
    await pane.getByRole('switch', { name: 'Translate entries and titles' }).press('Space')
    await openFirst(reader)
    await expect(reader.rows.nth(1)).toContainText('The bridge is closed')
    await expect(reader.title).toHaveText('Der Fluss steigt')
    const entry = reader.pane('entry-render')
    await expect(entry).toContainText('The river rises')
    await expect(entry.locator('.entry-content')).toContainText('The river rose in the night.')
    await expect(entry.locator('.entry-content')).toContainText('Der Fluss ist in der Nacht gestiegen')
    await expect(panel).toContainText('The river rose two metres.')
    expect(model.requests.slice(earlier).filter(isSummary)).toHaveLength(3)
  })

  await test.step('the entries like one are listed', async () => {
    const path = '/plugins/meaning/settings'
    await reader.request(path, { method: 'PATCH', body: { values: { enableMeaning: true } } })
    const lastDone = async () =>
      (await reader.request<{ data: { jobs: { at: number | null }[] } }>(path)).data.jobs[0]?.at
    await expect.poll(lastDone).toEqual(expect.any(Number))
    await page.reload()
    await openFirst(reader)
    await reader.run('More like this')
    await expect(reader.rows).toHaveText([/The bridge is closed/])
  })
})

const aiPane = (reader: Reader) => openPlugin(reader, 'AI')

async function openFirst(reader: Reader): Promise<void> {
  await reader.run('Go to all entries')
  await reader.rows.first().click()
  await expect(reader.title).toHaveText('Der Fluss steigt')
}
