/** A page under measurement, the product's or the bare one: both are driven by the same keys. */
import { isPhone, type Browser, type Tab } from './browser.ts'

/** Expressions and selectors of one kind of page. */
export type Kind = {
  /** The text that is being read. */
  readonly content: string
  readonly palette: string
  /** What the palette has found, or what for. */
  readonly found: string
  readonly scroller: string
  /** A row of the list once keys act. */
  readonly row: string
  /** A row, also before that: of the list that was stored at the last visit. */
  readonly painted: string
  /** Keys that go to the next entry and to the one before; on a phone from inside an entry, which `open` and `close` show and hide. */
  readonly keys: {
    readonly next: string
    readonly previous: string
    readonly open?: string
    readonly close?: string
  }
}
export type Subject = Tab & { readonly kind: Kind }

const TEXT = '[data-focus-area="entry-render"] .entry-content p'

export const productKind: Kind = {
  content: `(document.querySelector('${TEXT}')?.textContent ?? '')`,
  palette: '[role="dialog"] [role="combobox"]',
  // With the text of the box: a letter may find the same rows, and rows are rendered in the event that changes the text.
  found: `[document.querySelector('[role="dialog"] [role="combobox"]')?.value,
    ...[...document.querySelectorAll('[role="dialog"] [role="option"]')].map((row) => row.textContent)].join()`,
  scroller: '[data-focus-area="timeline"] [data-scroll]',
  row: '[data-screen] [data-focus-area="timeline"] [data-entry-id]',
  painted: '[data-focus-area="timeline"] [data-entry-id]',
  keys: isPhone ? { next: 'l', previous: 'h', open: 'Enter', close: 'Escape' } : { next: 'j', previous: 'k' },
}
export const floorKind: Kind = {
  content: `(document.querySelector('#entry p')?.textContent ?? '')`,
  palette: '#palette',
  found: `(document.querySelector('#palette')?.dataset.typed ?? '')`,
  scroller: '#list',
  row: '#list .row',
  painted: '#list .row',
  keys: { next: 'j', previous: 'k' },
}

export async function openSubject(browser: Browser, kind: Kind, address: string): Promise<Subject> {
  const tab = await browser.open()
  await tab.page.goto(address)
  await tab.page.waitForSelector(kind.row)
  return { ...tab, kind }
}

/** ms from the press until `read` returns a new value that is painted; NaN without one. */
export async function press({ page }: Tab, key: string, read: string): Promise<number> {
  await page.evaluate(`bench.arm(() => ${read}, 3000)`)
  await page.keyboard.press(key)
  return page.evaluate(() => window.bench.painted())
}

/** ms */
const FRAME = 1000 / 60
/**
 * A user's key press falls anywhere in a frame. After a wait of always the same length it would meet always the same place of
 * it, and the figure would be that place's: a whole frame more or less.
 */
const breath = ({ page }: Tab, least = 20): Promise<void> =>
  page.waitForTimeout(least + Math.random() * FRAME)

/** Shows the current entry where it hides the list. */
export async function openEntry({ page, kind }: Subject): Promise<void> {
  if (!kind.keys.open) return
  await page.keyboard.press('j')
  await page.keyboard.press(kind.keys.open)
  await page.waitForSelector(TEXT)
}

/** Returns to the list. */
export async function closeEntry({ page, kind }: Subject): Promise<void> {
  if (!kind.keys.close) return
  await page.keyboard.press(kind.keys.close)
  await page.waitForSelector(kind.row)
}

/**
 * To the next row, into its entry and back to the list, where the list hides behind an entry.
 * @returns ms to the paint of each; of a page that shows both, nothing
 */
export async function openAndClose(
  subject: Subject,
): Promise<{ row: number; entry: number; list: number } | null> {
  const { open, close } = subject.kind.keys
  if (!open || !close) return null
  const current = `(document.querySelector('${subject.kind.row}[aria-current]')?.dataset.entryId ?? '')`
  const row = await press(subject, 'j', current)
  await breath(subject, 150)
  const entry = await press(subject, open, subject.kind.content)
  await breath(subject, 150)
  const isListed = `String(document.querySelector('${subject.kind.row}')?.checkVisibility() ?? false)`
  const list = await press(subject, close, isListed)
  await breath(subject, 150)
  return { row, entry, list }
}

/** To the next view and back. @returns ms until the first row of each is painted */
export async function switchViews(subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (const key of ['Shift+L', 'Shift+H']) {
    const first = `(document.querySelector('${subject.kind.row}')?.dataset.entryId ?? '')`
    times.push(await press(subject, key, first))
    await breath(subject, 150)
  }
  return times
}

/** Goes to the next entry so often. @returns ms to the paint of each, and CPU of the main thread for each */
export async function readOn(subject: Subject, presses: number): Promise<{ times: number[]; cpu: number }> {
  const before = await subject.cpu()
  const times: number[] = []
  for (let at = 0; at < presses; at += 1) {
    times.push(await press(subject, subject.kind.keys.next, subject.kind.content))
    await breath(subject)
  }
  return { times, cpu: ((await subject.cpu()) - before) / presses }
}

/** Opens the palette, types a word, closes it. */
export async function search(subject: Subject, word: string): Promise<{ open: number; letters: number[] }> {
  const { page, kind } = subject
  const open = await press(subject, 'Control+k', `String(document.querySelector('${kind.palette}') !== null)`)
  await breath(subject, 150)
  const letters: number[] = []
  for (const letter of word) {
    letters.push(await press(subject, letter, kind.found))
    await breath(subject, 60)
  }
  // Once: a second one would be the list's, and leave it.
  await page.keyboard.press('Escape')
  await page.waitForSelector(kind.palette, { state: 'detached' })
  await breath(subject, 150)
  return { open, letters }
}

export type Scrolled = {
  readonly moved: number
  readonly dropped: number
  readonly blank: number
  readonly cpu: number
}

/** A wheel over the list, so many px. @returns shares of frames in per cent, and CPU per 1,000 px */
export async function scroll({ page, cdp, cpu, kind }: Subject, pixels: number): Promise<Scrolled> {
  const top = () => page.evaluate(`document.querySelector('${kind.scroller}').scrollTop`) as Promise<number>
  const box = await page.locator(kind.scroller).boundingBox()
  const [from, before] = [await top(), await cpu()]
  await page.evaluate(`bench.countFrames('${kind.scroller}', '${kind.row}')`)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + 100,
    y: (box?.y ?? 0) + 300,
    yDistance: -pixels,
    speed: 4000,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { dropped, blank } = await page.evaluate(() => window.bench.framesCounted())
  const moved = (await top()) - from
  return {
    moved,
    dropped,
    blank,
    cpu: (1000 * ((await cpu()) - before)) / Math.max(1, moved),
  }
}
