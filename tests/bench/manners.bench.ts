/** Whether the crawl is a good guest: judged from the log of sites with all faults, over two days and a crash. */
import { START } from './crawl/documents.ts'
import { startFeedSite } from './crawl/feed-site.ts'
import { manners, type Manners } from './crawl/judge.ts'
import { startProduct } from './crawl/product.ts'
import { judged, type Figure } from './figure.ts'

export const name = 'manners'
export const words = 'politeness of the crawl, from the log of its sites (BENCH_FEEDS, 300)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 300)
const HOURS = 48
const STEP_MS = 10 * 60_000

type Rule = readonly [key: keyof Manners, unit: string, bar?: number, least?: 'least']
const RULES: readonly Rule[] = [
  ['requests', 'requests'],
  ['unchanged', 'answers 304'],
  ['repeats', 'repeated requests'],
  ['conditional', 'share of repeats that sent validators', 1, 'least'],
  ['exact', 'share of validators sent exactly as received', 1, 'least'],
  ['fullAgain', 'full answers for want of validators', 0],
  ['hasty', 'waits below an hour', 0],
  ['shortestMinutes', 'minutes, the shortest wait', 60, 'least'],
  ['againstTtl', 'waits below the feed’s ttl', 0],
  ['againstMaxAge', 'waits below the site’s max-age', 0],
  ['busy', 'requests after a Retry-After'],
  ['tooEarlyAfterBusy', 'of them too early', 0],
  ['afterGone', 'requests after 410', 0],
  ['oldAddressAfterMove', 'requests to the old address after 301 or 308', 0],
  ['lentAddressKept', 'share of 302 and 307 asked at their own address', 1, 'least'],
  ['failing', 'feeds that always fail'],
  ['impatient', 'of them with a wait shorter than the one before', 0],
  ['atOnce', 'requests at once to one host', 2],
  ['doubled', 'feeds asked twice at once, with three readers each', 0],
  ['crowd', 'times an even spread, in the fullest ten minutes', 2],
  ['named', 'share of requests with a contact in User-Agent', 1, 'least'],
  ['packed', 'share of requests that accept packing', 1, 'least'],
  ['cookies', 'requests with a cookie', 0],
  ['referrers', 'requests with a referrer', 0],
]

export async function* figures(): AsyncGenerator<Figure> {
  const site = await startFeedSite(FEEDS)
  const product = await startProduct(START)
  try {
    await product.ask({ kind: 'follow', urls: site.urls, people: 3 })
    let stuck = 0
    for (let now = START; now <= START + HOURS * 3_600_000; now += STEP_MS) {
      site.now = now
      // The validators of every feed must outlive a kill in the middle.
      if (now === START + (HOURS / 2) * 3_600_000) await product.crash(now)
      const reply = await product.ask({ kind: 'tick', now })
      if (reply.kind === 'ticked') stuck += reply.due
    }
    const seen = manners(site.log)
    for (const [figure, unit, bar, least] of RULES)
      yield judged({
        bench: name,
        figure,
        product: seen[figure],
        unit,
        bar,
        ...(least ? { least: true } : {}),
      })
    yield judged({
      bench: name,
      figure: 'stuck',
      product: stuck,
      bar: 0,
      unit: 'due feeds that were not asked',
    })
  } finally {
    await product.close()
    site.close()
  }
}
