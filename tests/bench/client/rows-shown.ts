/** When a list is on the screen, by a watch that begins with the page: one that begins when a bench asks comes after short starts. */
import type { Page } from '@playwright/test'
import { paintedAt, type Seen } from '../usage.ts'
import type { Kind } from './subject.ts'

type WithRows = Window & { rows?: { readonly painted: Promise<Seen>; readonly usable: Promise<Seen> } }

/** All in ms since the page was requested. */
export type RowsShown = {
  /** A list is on the screen. */
  readonly painted: number
  /** Keys act on it. */
  readonly usable: number
  /** Whether it was that of the last visit, which the page draws before its program runs. */
  readonly stored: boolean
}

/** To be called before the page is requested. */
export const watchRows = (page: Page, { painted, row }: Kind): Promise<unknown> =>
  page.addInitScript(watch, { painted, usable: row })

/** Resolves with the list. */
export async function rowsShown(page: Page): Promise<RowsShown> {
  const { painted, usable, firstPaint, stored } = await page.evaluate(async () => {
    const { rows } = window as WithRows
    if (!rows) throw new Error('The rows were not watched')
    const [first, last] = await Promise.all([rows.painted, rows.usable])
    const contents = performance.getEntriesByName('first-contentful-paint')[0]
    return {
      painted: first,
      usable: last,
      firstPaint: contents?.startTime ?? Infinity,
      stored: Boolean((window as { snapshot?: { painted: boolean } }).snapshot?.painted),
    }
  })
  return { painted: paintedAt(painted, firstPaint), usable: usable.drawn, stored }
}

/** Runs in the page before its scripts. @param rows selectors */
function watch(rows: { readonly painted: string; readonly usable: string }): void {
  const seen = (row: string): Promise<Seen> =>
    new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(row)?.textContent.includes('Entry')) return
        changes.disconnect()
        const inPage = performance.now()
        // A message cannot arrive before the frame is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve({ inPage, drawn: performance.now() }))
          port1.start()
          port2.postMessage(null)
        })
      }
      // Not frame by frame: a page that is not ready yet would make frames only to be looked at.
      const changes = new MutationObserver(look)
      changes.observe(document, { childList: true, characterData: true, subtree: true })
      look()
    })
  Object.assign(window, { rows: { painted: seen(rows.painted), usable: seen(rows.usable) } })
}
