/** `npm run e2e [file]`: the browser tests alone, against a fresh build. */
import { findChromium } from '../../tests/support/chromium.ts'
import { build } from './build.ts'
import { bin, run } from './step.ts'

await build({ always: false })
const result = await run(
  bin('playwright'),
  ['test', '-c', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { environment: { CHROMIUM_PATH: await findChromium() } },
)
process.exitCode = result.code
