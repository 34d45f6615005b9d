/** `npm test`: everything that must pass, browser tests included; its last line counts them all. */
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from '../../tests/support/chromium.ts'
import { build } from './build.ts'
import { check } from './check.ts'
import { bin, run } from './step.ts'

const counted = (output: string, pattern: RegExp) =>
  [...stripVTControlCharacters(output).matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0)

const checked = await check('both')
let passed = counted(checked.output, /Tests\s+(?:\d+ failed \| )?(\d+) passed/g)
let failed = counted(checked.output, /Tests\s+(\d+) failed/g)
let code = checked.code

if (code === 0) {
  await build({ always: true })
  const chromium = await findChromium()
  const browser = await run(bin('playwright'), ['test', '-c', 'tests/e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
  })
  passed += counted(browser.output, /^\s+(\d+) passed/gm)
  failed += counted(browser.output, /^\s+(\d+) failed/gm)
  code = browser.code
}
if (code !== 0 && failed === 0) failed = 1

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = code
