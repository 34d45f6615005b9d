/** A feed that attacks its readers in every way that is known: it shows as text, and nothing else happens. */
import type { BrowserContext, Page } from '@playwright/test'
import { attacks, hostileFeed, hostilePage, type Attack } from '../support/attacks.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { entriesOnServer } from './expected-state.ts'

// Playwright's routes do not see requests of a service worker; it is not under test here.
test.use({ profileKind: 'incognito' })

/** What happened that must not. */
type Harm = { readonly unexpected: string[] }

/** Intercepts every request of the page except those to its own server. */
async function watchHarm(
  context: BrowserContext,
  page: Page,
  reader: Reader,
  fit: readonly string[],
): Promise<Harm> {
  const unexpected: string[] = []
  await context.route(
    (url) => url.origin !== new URL(reader.url).origin,
    async (route) => {
      const request = route.request()
      const isPicture = ['image', 'media'].includes(request.resourceType())
      const isFit = isPicture && fit.some((beginning) => request.url().startsWith(beginning))
      if (!isFit) unexpected.push(`${request.resourceType()} ${request.url()}`)
      await route.fulfill({ status: 404, body: '' })
    },
  )
  page.on('dialog', (dialog) => {
    unexpected.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).origin !== new URL(reader.url).origin) unexpected.push(`went to ${frame.url()}`)
  })
  context.on('page', (opened) => unexpected.push(`opened ${opened.url()}`))
  return { unexpected }
}

async function expectUnharmed(reader: Reader, { unexpected }: Harm): Promise<void> {
  expect(unexpected).toEqual([])
  expect(await reader.page.evaluate(findings, await reader.palette.isVisible())).toEqual([])
}

/** Runs in the page: what of an attack can be seen there. @param dimmed the palette is open, and its scrim covers the panes */
function findings(dimmed: boolean): string[] {
  const results: string[] = []
  const content = document.querySelector('.entry-page')
  if ('hacked' in window) results.push(`hacked: ${String(window.hacked)}`)
  for (const element of document.querySelectorAll('.entry-page *, [data-entry-id] *, .palette *'))
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) results.push(`${element.localName} ${name}`)
      // oxlint-disable-next-line no-control-regex -- looked for, as browsers skip them
      const bare = value.replaceAll(/[\u0000-\u0020]/g, '').toLowerCase()
      if (/^(javascript|vbscript|file|blob|data:text|data:application)/.test(bare))
        results.push(`${element.localName} ${name}=${value.slice(0, 40)}`)
    }
  const forbidden =
    'script,style,iframe,object,embed,form,input,select,textarea,meta,base,link,template,dialog,frame,frameset,[popover],[contenteditable],[data-focus-area],[data-entry-id],[srcdoc],[ping]'
  for (const element of content?.querySelectorAll(forbidden) ?? [])
    results.push(element.outerHTML.slice(0, 80))
  for (const link of content?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? []) {
    const isHere = link.getAttribute('href')?.startsWith('#')
    if (!isHere && (link.target !== '_blank' || !link.rel.includes('noopener')))
      results.push(link.outerHTML.slice(0, 80))
  }
  // The content of an entry stays in its pane.
  for (const area of ['subscription-list', 'timeline']) {
    const pane = document.querySelector(`[data-focus-area="${area}"]`)
    const box = pane?.getBoundingClientRect()
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (!dimmed && !pane?.contains(top ?? null))
      results.push(`${area} is covered by ${top?.outerHTML.slice(0, 80)}`)
  }
  if (document.documentElement.scrollWidth > window.innerWidth) results.push('the page scrolls sideways')
  return results
}

/** The attacks, and where the pictures lie that an entry may show. */
type Served = { readonly list: readonly Attack[]; readonly fit: readonly string[] }
function serveHostile(feeds: WrittenFeeds): Served {
  const ok = `${feeds.url}/ok`
  const list = attacks(`${feeds.url}/bad`, ok)
  feeds.serve(
    'hostile',
    hostileFeed(list, `${feeds.url}/pages`, Date.now() - 86_400_000),
    'application/rss+xml',
  )
  feeds.serve('pages/0', hostilePage(list), 'text/html; charset=utf-8')
  // A bare `src=x` is a picture beside the entry's page.
  return { list, fit: [`${ok}/`, `${feeds.url}/pages/x`] }
}

/** Opens one after the other by key, and looks after each. */
async function readAll(reader: Reader, list: readonly Attack[], harm: Harm): Promise<void> {
  for (const [index, { name }] of list.entries()) {
    await reader.press('j')
    await expect(reader.title).toContainText(`${index + 1} ${name}`)
    await expectUnharmed(reader, harm)
  }
  await reader.press('k')
  await expect(reader.title).toContainText(list.at(-2)?.name ?? '')
}

async function follow(reader: Reader, feeds: WrittenFeeds, list: readonly Attack[]): Promise<void> {
  await reader.run('Follow an address', feeds.address('hostile'))
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(list.length))
}

test('A hostile feed is read entry by entry, searched, moved and shown as whole pages, and does nothing', async ({
  reader,
  feeds,
  context,
}) => {
  const { list, fit } = serveHostile(feeds)
  const harm = await watchHarm(context, reader.page, reader, fit)
  await follow(reader, feeds, list)
  await readAll(reader, list, harm)

  for (const text of ['addresses', 'title with markup', 'endless']) {
    await reader.press('/')
    const box = reader.palette.getByRole('combobox')
    await box.pressSequentially(text)
    await expect(reader.palette.getByRole('option').first()).toContainText(text)
    await expectUnharmed(reader, harm)
    await reader.press('Enter')
    await expect(reader.palette).toBeHidden()
    await expect(reader.title).toContainText(text)
    await expectUnharmed(reader, harm)
  }

  await reader.run('Go home')
  await reader.run('Show read entries too')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(list.length))
  await reader.press('j')
  await expect(reader.title).toContainText('1 scripts')
  await reader.press('v')
  await expect(reader.pane('entry-render')).toContainText('A long and quiet paragraph')
  await expectUnharmed(reader, harm)

  await reader.runLine('move to view Hostile "Social media"')
  await reader.press('g 2')
  // Each view has its own choice of what it shows.
  await reader.run('Show read entries too')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(list.length))
  // The focus is in the list; Enter opens the focused entry.
  for (const index of list.keys()) {
    await reader.press('j')
    await expect(reader.currentRow).toHaveAttribute('aria-posinset', String(index + 1))
    await expectUnharmed(reader, harm)
  }
  await reader.press('Enter')
  await expect(reader.title).toContainText(list.at(-1)?.name ?? '')
  expect(harm.unexpected).toEqual([])
})

test.describe('without the wall of the server', () => {
  // Without the headers' policy as well: only the page's own protection is under test.
  test.use({ bypassCSP: true })

  test('Content that no server has sanitised does no harm either, even with the feed’s own styles', async ({
    reader,
    feeds,
    context,
  }) => {
    const { list, fit } = serveHostile(feeds)
    const harm = await watchHarm(context, reader.page, reader, fit)
    await servedRaw(reader, list)
    await follow(reader, feeds, list)
    await readAll(reader, list, harm)
    await reader.run("Setting: keep the feed's own styles")
    await reader.run('Go home')
    await reader.run('Show read entries too')
    await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(list.length))
    await readAll(reader, list, harm)
  })
})

/** The contents of entries arrive as the feed wrote them. */
async function servedRaw(reader: Reader, list: readonly Attack[]): Promise<void> {
  await reader.page.route('**/api/entries/stream', async (route) => {
    const titles = new Map((await entriesOnServer(reader)).map(({ id, title }) => [id, title]))
    const { ids } = route.request().postDataJSON() as { ids: readonly string[] }
    const lines = ids.map((id) => {
      const location = Number.parseInt(titles.get(id) ?? '', 10)
      return JSON.stringify({ id, content: list[location - 1]?.html ?? '' })
    })
    await route.fulfill({ contentType: 'application/x-ndjson', body: lines.join('\n') })
  })
}
