/** `npm run pictures FOLDER [WORD]`: pictures of every screen, or of those with WORD in their address. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from '../../tests/support/chromium.ts'
import { build } from './build.ts'
import { run } from './step.ts'

const [folder, word = ''] = process.argv.slice(2)
if (folder) {
  mkdirSync(folder, { recursive: true })
  await build({ always: false })
  const result = await run(process.execPath, ['tests/e2e/take-pictures.ts', resolve(folder), word], {
    environment: { CHROMIUM_PATH: await findChromium() },
  })
  process.exitCode = result.code
} else {
  process.stderr.write('The folder of the pictures is missing: npm run pictures FOLDER\n')
  process.exitCode = 1
}
