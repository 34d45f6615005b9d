/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's own; installs one where it can.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns the path of an executable. @throws with instructions when there is none and none can be installed */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  return present() ?? installed()
}

function present(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const results = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
  if (results) return results
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function installed(): string {
  process.stdout.write('No Chromium found; trying to install one.\n')
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } else {
    const cli = join(import.meta.dirname, '../../node_modules/.bin/playwright')
    spawnSync(cli, ['install', 'chromium'], { stdio: 'inherit' })
  }
  const path = present()
  if (!path) {
    throw new Error(
      'The browser tests need a Chromium. Install one with your system (Debian: apt-get install chromium), ' +
        'or by `npx playwright install chromium`, or name one in CHROMIUM_PATH.',
    )
  }
  execFileSync(path, ['--version'])
  return path
}
