/** The latency of other requests while one document arrives, by entry point. */
import { setTimeout as pause } from 'node:timers/promises'
import { openStorage } from '../../src/server/storage/open.ts'
import {
  entranceEnv,
  entrances,
  freePort,
  openEntrances,
  slowEntrances,
  startEntranceSite,
  type EntranceServer,
} from '../support/entrances.ts'
import { startLectern } from '../support/lectern.ts'
import { judged, type Figure } from './figure.ts'

export const name = 'entrances'
export const words = 'the slowest /healthz while a deep or long document comes in, by every entrance'

/** Between two requests to /healthz, ms. */
const PAUSE = 5
/** /healthz is asked so long while nothing else happens, ms. */
const IDLE = 3_000
/** Limit on the latency, ms, or ten times the idle latency. */
const BAR = 100

export async function* figures(): AsyncGenerator<Figure> {
  const site = await startEntranceSite()
  const smtpPort = await freePort()
  const lectern = await startLectern(entranceEnv(site, smtpPort), { postgres: '' })
  const storage = await openStorage({ url: '', dir: lectern.library.dir })
  try {
    const server = await openEntrances({ url: lectern.url, smtpPort, storage, site })
    await slowestHealth(server, pause(IDLE))
    const idle = await slowestHealth(server, pause(IDLE))
    yield judged({ bench: name, figure: 'idle: slowest /healthz', product: idle.slowest, unit: 'ms' })
    for (const { name: entrance, send } of [...entrances, ...slowEntrances]) {
      const { slowest, result, took } = await slowestHealth(server, send(server))
      yield judged({
        bench: name,
        figure: `${entrance}: slowest /healthz`,
        product: slowest,
        bar: Math.max(BAR, 10 * idle.slowest),
        unit: `ms, answered ${result.status} after ${Math.round(took)} ms`,
      })
    }
  } finally {
    await storage.close()
    await lectern.end()
    site.close()
  }
}

/** Asks for /healthz again and again until the work is done. @returns the longest wait, in ms */
async function slowestHealth<T>(
  { url }: EntranceServer,
  work: Promise<T>,
): Promise<{ readonly slowest: number; readonly result: T; readonly took: number }> {
  const began = performance.now()
  const watch = { isOver: false }
  const watched = work.finally(() => (watch.isOver = true))
  let slowest = 0
  while (!watch.isOver) {
    const at = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    slowest = Math.max(slowest, performance.now() - at)
    await pause(PAUSE)
  }
  return { slowest, result: await watched, took: performance.now() - began }
}
