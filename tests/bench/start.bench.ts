/** What a start costs with little and with much at hand, with the server and without, and how much script the first list needs. */
import type { Response } from '@playwright/test'
import { startBrowser, type Browser, type Tab } from './client/browser.ts'
import { serveFloorPage } from './client/floor-page.ts'
import { openLibrary, type Library } from './client/library.ts'
import { floorKind, productKind, type Kind } from './client/subject.ts'
import { judged, type Figure } from './figure.ts'
import { median } from './usage.ts'

export const name = 'start'
export const words =
  'cold load, a visit without the server, script until the list shows (BENCH_STARTS=200,10000,100000,200000)'

const SIZES = (process.env['BENCH_STARTS'] ?? '200,10000,100000,200000').split(',').map(Number)
const ROUNDS = 7

type Start = { readonly cpu: number; readonly shown: number; readonly script: number }

export async function* figures(): AsyncGenerator<Figure> {
  const library = await openLibrary()
  const floorPage = await serveFloorPage()
  const bare = await startBrowser()
  const shown: number[] = []
  try {
    for (const size of SIZES) {
      await library.fill(size)
      const floor = floorPage.address(size)
      const cold = await starts(library, bare, floor, true)
      const of = (figure: string, given: Partial<Figure> & { product: number; unit: string }) =>
        judged({ bench: name, figure: `${figure} at ${size}`, ...given })
      yield of('cold load: CPU', {
        ...medians(cold, 'cpu'),
        bar: 5,
        unit: 'ms until a second after the list',
      })
      yield of('cold load: list shown', { ...medians(cold, 'shown'), unit: 'ms' })
      yield of('script until the list shows', {
        product: median(cold.product.map(({ script }) => script)) / 1000,
        bar: 180,
        unit: 'kB on the wire',
      })
      await library.lectern.stop()
      const alone = await starts(library, bare, floor, false)
      await library.lectern.start()
      const { product, floor: least } = medians(alone, 'shown')
      shown.push(product)
      yield of('without the server: list usable', { product, floor: least, bar: 3, unit: 'ms' })
      yield of('without the server: CPU', { ...medians(alone, 'cpu'), bar: 5, unit: 'ms' })
    }
    const [least = 1, most = 1] = [shown[0], shown.at(-1)]
    yield judged({
      bench: name,
      figure: `without the server: list usable, ${SIZES.at(-1)} against ${SIZES[0]} entries`,
      product: most,
      floor: least,
      bar: 1.1,
      unit: 'ms',
    })
  } finally {
    await library.close()
    await bare.close()
    floorPage.close()
  }
}

type Starts = { readonly product: Start[]; readonly floor: Start[] }

/** @param cold neither the HTTP cache nor the service worker helps */
async function starts(library: Library, bare: Browser, floor: string, cold: boolean): Promise<Starts> {
  const kept: Starts = { product: [], floor: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    kept.product.push(await startOnce(library.browser, productKind, library.lectern.url, cold))
    kept.floor.push(await startOnce(bare, floorKind, floor, cold))
  }
  return kept
}

async function startOnce(browser: Browser, kind: Kind, address: string, cold: boolean): Promise<Start> {
  const tab: Tab = await browser.open()
  const { page, cdp } = tab
  if (cold) {
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await cdp.send('Network.setBypassServiceWorker', { bypass: true })
  }
  const scripts: Response[] = []
  const hear = (response: Response) => {
    if (/\.js($|\?)/.test(response.url())) scripts.push(response)
  }
  page.on('response', hear)
  await page.goto(address, { waitUntil: 'commit' })
  const shown = (await page.evaluate(
    `bench.when(() => document.querySelector('${kind.row}')?.textContent.includes('Entry'))`,
  )) as number
  page.off('response', hear)
  const sizes = await Promise.all(scripts.map(async (one) => (await one.request().sizes()).responseBodySize))
  await page.waitForTimeout(1000)
  const cpu = await tab.cpu()
  await page.close()
  return { cpu, shown, script: sizes.reduce((sum, size) => sum + size, 0) }
}

const medians = ({ product, floor }: Starts, what: keyof Start) => ({
  product: median(product.map((one) => one[what])),
  floor: median(floor.map((one) => one[what])),
})
