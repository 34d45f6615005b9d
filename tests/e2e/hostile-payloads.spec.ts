/** Thousands of payloads, family by family: opened entry by entry in the reader, none runs, sends a request or leaves its pane. */
import { payloads } from '../fixtures/hostile/payloads.ts'
import type { WrittenEntry, WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import { entriesOnServer } from './expected-state.ts'

// Playwright's routes do not see requests of a service worker; it is not under test here.
test.use({ profileKind: 'incognito' })
// Twenty entries of five hundred payloads each, every one looked after, on machines that do other work as well.
test.describe.configure({ timeout: 300_000 })

const IN_ONE = 500
/** Ends whatever a payload has left open, so that the next one is not swallowed by it. */
const END = `\n"'>--></style></title></textarea></script></xmp></noscript></template></select></svg></math></table>]]>\n`
/** Pictures and films that an entry may show. */
const SHOWN = /^https:\/\/hostile\.example\/(a\.png|moved\.png|v\.mp4|a\.mp3)$/

type Written = WrittenEntry & { readonly html: string }
const entries: readonly Written[] = Object.entries(payloads).flatMap(([family, list]) =>
  Array.from({ length: Math.ceil(list.length / IN_ONE) }, (_, part) => ({
    guid: `${family}-${part}`,
    title: `${family} ${part + 1}`,
    html: `<p>Harmless words of ${family}.</p>${list.slice(part * IN_ONE, (part + 1) * IN_ONE).join(END)}`,
    at: 0,
  })),
)
const dated = entries.map((entry, at) => ({ ...entry, at: Date.now() - 86_400_000 - at * 60_000 }))

async function watch(reader: Reader, feeds: WrittenFeeds): Promise<string[]> {
  const harm: string[] = []
  const { page } = reader
  const own = new URL(reader.url).origin
  await page.context().route(
    (url) => url.origin !== own,
    async (route) => {
      const request = route.request()
      const isShown = SHOWN.test(request.url()) || request.url().startsWith(feeds.url)
      const isMedia = ['image', 'media'].includes(request.resourceType())
      if (!isShown || !isMedia) harm.push(`${request.resourceType()} ${request.url()}`)
      await route.fulfill({ status: 404, body: '' })
    },
  )
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.context().on('page', (opened) => harm.push(`opened ${opened.url()}`))
  return harm
}

/** Opens one entry of the list after the other. */
async function readAll(reader: Reader, harm: readonly string[]): Promise<void> {
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(dated.length))
  for (const { title } of dated) {
    await reader.press('j')
    await expect(reader.title).toHaveText(title)
    await expect(reader.page.locator('.entry-content')).toContainText('Harmless words of')
    expect({ title, harm }).toEqual({ title, harm: [] })
    expect(await reader.page.evaluate(() => 'hostile' in window)).toBe(false)
  }
}

test('payloads of every family are read and do nothing, with and without the wall of the server', async ({
  reader,
  feeds,
  browser,
}) => {
  feeds.write('hostile', dated)
  await test.step('as the server sends them', async () => {
    const harm = await watch(reader, feeds)
    await reader.run('Follow an address', feeds.address('hostile'))
    await readAll(reader, harm)
  })

  // Without the headers' policy as well: only the page's own protection is under test.
  await test.step('as the feed wrote them', async () => {
    const context = await browser.newContext({ bypassCSP: true })
    const open = new Reader(watched(await context.newPage()), reader.url, reader.account)
    await open.signInByCall()
    await open.page.route('**/api/entries/stream', async (route) => {
      const titles = new Map((await entriesOnServer(open)).map(({ id, title }) => [id, title]))
      const { ids } = route.request().postDataJSON() as { ids: readonly string[] }
      const contentOf = (id: string) => dated.find(({ title }) => title === titles.get(id))?.html ?? ''
      const lines = ids.map((id) => JSON.stringify({ id, content: contentOf(id) }))
      await route.fulfill({ contentType: 'application/x-ndjson', body: lines.join('\n') })
    })
    const harm = await watch(open, feeds)
    await open.open()
    await open.run('Show read entries too')
    await readAll(open, harm)
    await context.close()
  })
})
