/**
 * `npm run bench` lists the benches, `npm run bench NAME …` prints one JSON line per figure, `npm run bench report` writes all
 * figures so far as a page. `npm run bench NAME -- --phone` measures the reader in a browser as on an old phone.
 */
import { readdir } from 'node:fs/promises'
import type { Bench } from '../../tests/bench/figure.ts'
import { record, writeReport } from './bench-report.ts'
import { build } from './build.ts'

const folder = new URL('../../tests/bench/', import.meta.url)
const files = (await readdir(folder)).filter((file) => file.endsWith('.bench.ts')).toSorted()
const isPhone = process.argv.includes('--phone')
if (isPhone) process.env['BENCH_PHONE'] = '1'
const requested = process.argv.slice(2).filter((word) => word !== '--phone')

if (requested.includes('report')) process.stdout.write(`${writeReport()}\n`)
else await measure()

async function measure(): Promise<void> {
  for (const name of requested.filter((one) => !files.includes(`${one}.bench.ts`))) {
    process.stderr.write(`There is no bench ${name}\n`)
    process.exitCode = 1
  }
  // Browser benches need a build of the current sources.
  if (requested.length > 0) await build({ always: false })
  for (const file of files) {
    const named = requested.includes(file.replace('.bench.ts', ''))
    if (requested.length > 0 && !named) continue
    const bench = (await import(new URL(file, folder).href)) as Bench
    if (requested.length === 0) {
      process.stdout.write(`${bench.name.padEnd(16)} ${bench.words}\n`)
      continue
    }
    for await (const measured of bench.figures()) {
      const figure = isPhone ? { ...measured, figure: `${measured.figure}, on a phone` } : measured
      process.stdout.write(`${JSON.stringify(figure)}\n`)
      record(figure)
    }
  }
}
