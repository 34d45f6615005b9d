/**
 * `npm run bench` lists the benches, `npm run bench NAME …` prints one JSON line per figure, `npm run bench report` writes all
 * figures so far as a page. `npm run bench NAME -- --phone` measures the reader in a browser as on an old phone, and
 * `npm run bench -- --film FOLDER` writes pictures of a start, side by side.
 */
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from '../../tests/bench/figure.ts'
import { record, writeReport } from './bench-report.ts'
import { build } from './build.ts'

const top = new URL('../../', import.meta.url)
const files = globSync(['tests/bench/*.bench.ts', 'plugins/*/testing/*.bench.ts'], {
  cwd: fileURLToPath(top),
}).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
const isPhone = process.argv.includes('--phone')
if (isPhone) process.env['BENCH_PHONE'] = '1'
const requested = process.argv.slice(2).filter((word) => word !== '--phone')

if (requested[0] === '--film') {
  await build({ always: false })
  const { film } = (await import(new URL('tests/bench/client/film.ts', top).href)) as {
    film: (folder: string) => Promise<void>
  }
  await film(resolve(requested[1] ?? '.'))
} else if (requested.includes('report')) process.stdout.write(`${writeReport()}\n`)
else await measure()

function nameOf(file: string): string {
  return basename(file, '.bench.ts')
}

async function measure(): Promise<void> {
  for (const name of requested.filter((one) => !files.some((file) => nameOf(file) === one))) {
    process.stderr.write(`There is no bench ${name}\n`)
    process.exitCode = 1
  }
  // Browser benches need a build of the current sources.
  if (requested.length > 0) await build({ always: false })
  for (const file of files) {
    const named = requested.includes(nameOf(file))
    if (requested.length > 0 && !named) continue
    const bench = (await import(new URL(file, top).href)) as Bench
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
