/** A Chromium with a profile on disk, as users have it, and the CPU clock of its pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { findChromium } from '../../support/chromium.ts'
import { installProbe } from './probe.ts'

/**
 * While a debugger looks on, which Playwright does, a Chromium that fetches scripts in the background compiles them anew at
 * each visit; users' browsers have code cached from an earlier one. The rest is Playwright's own list, as far as it
 * matters here: a browser takes only one.
 */
const SWITCHED_OFF = [
  'BackgroundResourceFetch',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/**
 * A connected debugger resolves the location of every created error, and React creates some as it loads: its
 * whole script would be read once more for that, in front of the page. So it is noted down as the script is compiled.
 */
const DEBUGGED = '--no-enable-lazy-source-positions'

/** As `npm run bench NAME -- --phone` sets it. */
export const isPhone = process.env['BENCH_PHONE'] === '1'
/** A phone of four years ago is so many times slower than the machine that measures. */
const SLOWER = 6

export type Tab = {
  readonly page: Page
  readonly cdp: CDPSession
  /** CPU time of the page's main thread so far, ms. */
  readonly cpu: () => Promise<number>
}
export type Browser = {
  readonly context: BrowserContext
  readonly open: () => Promise<Tab>
  readonly close: () => Promise<void>
}

/** @param stored a profile that stays; by default it is deleted with the browser */
export async function startBrowser(stored?: string): Promise<Browser> {
  const profile = stored ?? mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    ...(isPhone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 3 }
      : { viewport: { width: 1360, height: 860 } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-renderer-backgrounding',
      '--no-first-run',
      `--disable-features=${SWITCHED_OFF.join()}`,
      `--js-flags=--expose-gc ${DEBUGGED}`,
    ],
  })
  await context.addInitScript(installProbe)
  return {
    context,
    open: async () => tabOf(context, await context.newPage()),
    close: async () => {
      // A machine that is slow to end a browser has measured all the same.
      await context.close().catch(() => {})
      if (stored === undefined) rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function tabOf(context: BrowserContext, page: Page): Promise<Tab> {
  const cdp = await context.newCDPSession(page)
  if (isPhone) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpu = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  return { page, cdp, cpu }
}

/** The service worker of an older build would continue to serve it: it is removed, with all that it cached for this address. */
export const forgetBuild = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })

/**
 * A service worker keeps the process of the closed page alive, with its compiled code and garbage. Without it the
 * next page has a new one, as in the morning.
 */
export async function endWorkers({ page, cdp }: Tab): Promise<void> {
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await page.waitForTimeout(300)
}

export type Memory = { readonly heap: number; readonly nodes: number; readonly listeners: number }

/** What is left after the garbage was collected. */
export async function memoryOfTab({ cdp, page }: Tab): Promise<Memory> {
  for (let round = 0; round < 3; round += 1) {
    await cdp.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  // What arrays of numbers hold lies outside of the heap proper.
  const { usedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return { heap: usedSize + backingStorageSize, nodes, listeners: jsEventListeners }
}
