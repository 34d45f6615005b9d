import type { Locator, Page } from '@playwright/test'
import { json, startService } from '../support/service.ts'
import { silentWav } from '../support/wav.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { openPlugin } from './plugin-page.ts'

type Utterance = {
  readonly text: string
  readonly lang: string
  readonly voice: string | undefined
  readonly rate: number
}
type Speaking = typeof globalThis & { utterances: Utterance[]; endSentence: () => void }

/** Voices in place of those that a browser without a screen lacks: the test ends each sentence. */
const standIn = () => {
  const utterances: Utterance[] = []
  let current: EventTarget | null = null
  class StandInUtterance extends EventTarget {
    text: string
    lang = ''
    rate = 1
    volume = 1
    voice: { name: string } | null = null
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [
      { name: 'Ada', lang: 'en-GB', default: true, voiceURI: 'ada' },
      { name: 'Hanna', lang: 'de-DE', default: false, voiceURI: 'hanna' },
    ],
    speak(utterance: StandInUtterance) {
      const { text, lang, rate, voice } = utterance
      utterances.push({ text, lang, rate, voice: voice?.name })
      current = utterance
      utterance.dispatchEvent(new Event('start'))
    },
    cancel() {
      current = null
    },
  })
  Object.defineProperty(globalThis, 'speechSynthesis', { value: synthesis })
  Object.assign(globalThis, {
    SpeechSynthesisUtterance: StandInUtterance,
    utterances,
    endSentence: () => current?.dispatchEvent(new Event('end')),
  })
}
const utterances = (page: Page) => page.evaluate(() => (globalThis as Speaking).utterances)
const texts = async (page: Page) => (await utterances(page)).map(({ text }) => text)
const endSentence = (page: Page) => page.evaluate(() => (globalThis as Speaking).endSentence())
/** The text that is highlighted in the entry. */
const highlighted = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('entry-passage') ?? [])].map(String).join('|'))

const settingsPane = (reader: Reader): Promise<Locator> => openPlugin(reader, 'Read aloud')

async function switchOn(reader: Reader): Promise<void> {
  const pane = await settingsPane(reader)
  await pane.getByRole('switch', { name: 'Read entries aloud' }).press('Space')
  await expect(pane.getByLabel('Voice', { exact: true })).toHaveValue('en-US-AndrewMultilingualNeural')
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
}

test('entries are read aloud sentence by sentence, and lists one entry after another', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  await page.addInitScript(standIn)
  await page.reload()
  const at = Date.now() - 3_600_000
  feeds.write('essays', [
    {
      guid: '1',
      title: 'Rain',
      html: '<p>It <em>rained</em> all night. The river rose.</p><p>Books were carried up.</p>',
      at,
    },
    { guid: '2', title: 'Regen', html: '<p>Es hat geregnet.</p>', at: at - 1000 },
  ])
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await switchOn(reader)
  // Read entries stay in the list.
  await reader.press('u')
  await reader.press('j')
  await expect(reader.title).toHaveText('Rain')

  await reader.press('Control+Shift+v')
  const player = page.getByRole('region', { name: 'Player' })
  const part = player.getByRole('slider', { name: 'Position' })
  await expect(player.getByText('Rain')).toBeVisible()
  await expect.poll(() => texts(page)).toEqual(['Rain'])
  await endSentence(page)
  await expect.poll(() => texts(page)).toEqual(['Rain', 'It rained all night.'])
  await expect.poll(() => highlighted(page)).toBe('It rained all night.')
  await expect(part).toHaveAttribute('aria-valuetext', 'Part 2 of 4')
  await expect(page.locator('.entry-content mark, .entry-content [data-passage]')).toHaveCount(0)

  // Keys step through the sentences; the speed applies at once; a pause ends the voice.
  await reader.press(']')
  await expect.poll(() => highlighted(page)).toBe('The river rose.')
  await reader.press('[')
  await expect.poll(() => highlighted(page)).toBe('It rained all night.')
  await player.focus()
  await reader.press('.')
  await expect
    .poll(async () => (await utterances(page)).at(-1))
    .toMatchObject({ text: 'It rained all night.', rate: 1.25 })
  await reader.run('Read aloud')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const count = (await utterances(page)).length
  await endSentence(page)
  await player.getByRole('button', { name: 'Next part' }).click()
  await expect.poll(() => highlighted(page)).toBe('The river rose.')
  expect(await utterances(page)).toHaveLength(count)
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await texts(page)).at(-1)).toBe('The river rose.')

  // The next entry is queued, and read when the first one ends.
  await reader.run('Go to all entries')
  await reader.press('j j')
  await expect(reader.title).toHaveText('Regen')
  await reader.run('Queue to be read aloud')
  await expect(player.getByText('Rain')).toBeVisible()
  await endSentence(page)
  await expect.poll(async () => (await texts(page)).at(-1)).toBe('Books were carried up.')
  await endSentence(page)
  await expect(player.getByText('Regen')).toBeVisible()
  await expect.poll(async () => (await texts(page)).at(-1)).toBe('Regen')
  await endSentence(page)
  await expect.poll(() => highlighted(page)).toBe('Es hat geregnet.')
  await reader.run('Stop reading aloud')
  await expect(player).toBeHidden()
  await expect.poll(() => highlighted(page)).toBe('')

  await test.step('a list is read one entry after another, from a queue that keys change and a reload keeps', async () => {
    feeds.write(
      'numbers',
      ['One', 'Two', 'Three', 'Four'].map((title, index) => ({
        guid: title,
        title,
        html: `<p>The text of ${title}.</p>`,
        at: at - index * 1000,
      })),
    )
    await reader.follow(feeds)
    await reader.run('Go to a subscription', 'numbers')
    await expect(reader.rows).toHaveCount(4)
    await reader.press('j j')
    await expect(reader.title).toHaveText('Two')

    // From the open entry on, in the order of the list.
    await reader.run('Read the list aloud')
    await expect.poll(() => texts(page)).toEqual(['Two'])
    await player.focus()
    await reader.press('q')
    const dialog = page.getByRole('dialog', { name: 'Queue' })
    const queued = dialog.getByRole('listitem')
    await expect(queued).toHaveText([/Three/, /Four/])
    await reader.press('Escape')
    await expect(dialog).toBeHidden()
    await reader.rows.filter({ hasText: 'One' }).click()
    await expect(reader.title).toHaveText('One')
    await reader.run('Queue to be read aloud')

    await reader.run('Show the queue of the player')
    await expect(dialog.getByText('Now playing: Two')).toBeVisible()
    await expect(queued).toHaveText([/Three/, /Four/, /One/])
    await expect(queued.first()).toBeFocused()
    await reader.press('Alt+ArrowDown')
    await expect(queued).toHaveText([/Four/, /Three/, /One/])
    await expect(queued.nth(1)).toBeFocused()
    await reader.press('ArrowUp')
    await reader.press('Delete')
    await expect(queued).toHaveText([/Three/, /One/])
    await expect(queued.first()).toBeFocused()
    await reader.press('Escape')
    await expect(dialog).toBeHidden()

    // The end of an entry, and keys, go on to the next one and back.
    await endSentence(page)
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('The text of Two.')
    await endSentence(page)
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('Three')
    await player.focus()
    await reader.press('n')
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('One')
    await reader.press('p')
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('Three')
    await endSentence(page)
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('The text of Three.')

    // After a reload it waits where it was left, and reads on with what is queued.
    await page.reload()
    await expect(player.getByText('Three')).toBeVisible()
    await expect(player.getByRole('button', { name: '1 in the queue' })).toBeVisible()
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => texts(page)).toEqual(['The text of Three.'])
    await endSentence(page)
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('One')
    await player.getByRole('button', { name: 'The one before' }).click()
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('Three')
  })
})

test('the palette lists what the plugin does above its settings, and neural voices of a service read', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  const service = await startService(({ headers, path }) => {
    if (headers.authorization !== 'Bearer a-key') return json(401, { error: { message: 'Incorrect key' } })
    if (path === '/v1/audio/voices') return json(200, { voices: ['nova', 'onyx'] })
    return { status: 200, headers: { 'content-type': 'audio/wav' }, body: silentWav(0.25) }
  })
  const spoken = () =>
    service.requests
      .filter(({ path, headers }) => path === '/v1/audio/speech' && headers.authorization === 'Bearer a-key')
      .map(({ body }) => JSON.parse(body) as { input: string; voice: string })
  try {
    const html = '<p>It rained all night. The river rose.</p>'
    feeds.write('essays', [{ guid: '1', title: 'Rain', html, at: Date.now() - 3_600_000 }])
    await reader.follow(feeds)
    await expect(reader.rows).toHaveCount(1)
    const option = (name: string) => reader.palette.getByRole('option', { name })
    const search = async (text: string) => {
      await reader.press('Control+k')
      await reader.palette.getByRole('combobox').fill(text)
    }
    await test.step('the palette lists what the plugin does above its settings', async () => {
      const setting = option('Setting: Read aloud')
      const first = reader.palette.getByRole('option').first()
      await settingsPane(reader)
      await search('tts')
      await expect(setting).toBeVisible()
      await reader.press('Escape')
      await switchOn(reader)
      // Read entries stay in the list.
      await reader.press('u')
      await expect(page.getByRole('button', { name: 'Show only unread' })).toBeVisible()
      await reader.press('j')
      await expect(reader.title).toHaveText('Rain')
      for (const text of ['tts', 'read aloud', 'voice']) {
        await search(text)
        await expect(setting).toBeVisible()
        const options = await reader.palette.getByRole('option').allTextContents()
        const at = options.findIndex((row) => row.includes('Setting: Read aloud'))
        for (const title of ['Queue to be read aloud', 'Read the list aloud'])
          expect(options.slice(0, at).join(), text).toContain(title)
        await reader.press('Escape')
      }
      await search('speak')
      await expect(first).toContainText('aloud')
      await expect(first).not.toContainText('Setting')
      await reader.press('Escape')
      await search('setting: read aloud')
      await expect(first).toContainText('Setting: Read aloud')
      await reader.press('Enter')
    })

    const pane = page.getByRole('region', { name: 'Read aloud' })
    await pane.getByLabel('Read by').selectOption('openai')
    await pane.getByLabel('OpenAI address').fill(`${service.url}/v1`)
    await pane.getByLabel('OpenAI address').press('Enter')
    await pane.getByLabel('OpenAI key').fill('a wrong one')
    await pane.getByLabel('OpenAI key').press('Enter')
    await expect(pane.getByPlaceholder('Set; type to replace it')).toBeVisible()
    await reader.run('Go to all entries')
    await expect(reader.rows).toHaveCount(1)
    await reader.press('j')
    await expect(reader.title).toHaveText('Rain')
    await reader.press('Control+Shift+v')
    await expect(reader.toast('OpenAI does not accept the key')).toContainText('Settings, Integration')

    const again = await settingsPane(reader)
    const key = again.getByLabel('OpenAI key')
    await key.fill('a-key')
    await key.press('Enter')
    await expect(key).toHaveValue('')
    await reader.run('Go to all entries')
    await expect(reader.rows).toHaveCount(1)
    await reader.press('j')
    await expect(reader.title).toHaveText('Rain')
    await page
      .getByRole('region', { name: 'Player' })
      .getByRole('button', { name: 'Play', exact: true })
      .click()
    // The voices of the service are listed when the palette asks for one.
    const listings = () => service.requests.filter(({ path }) => path === '/v1/audio/voices').length
    expect(listings()).toBe(0)
    await expect
      .poll(() => spoken().map(({ input }) => input))
      .toEqual(['Rain', 'It rained all night.', 'The river rose.'])
    expect(spoken()[0]?.voice).toBe('alloy')
    await expect(
      page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }),
    ).toBeVisible()
    await search('>Choose the voice that reads aloud')
    await reader.press('Enter')
    await expect(option('onyx')).toBeVisible()
    expect(listings()).toBe(1)
  } finally {
    await service.close()
  }
})
