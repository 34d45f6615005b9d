import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs in the server before anything else; prints at the end which packages are loaded. */
const listPackages = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const found = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)
      if (found) packages.add(found[1])
      return next(url, context)
    },
  })
  process.on('exit', () => process.stdout.write('loaded ' + [...packages].join(' ') + '\\n'))`

/** Packages that a server on SQLite loads on first use only. */
const LATER = [
  '@better-auth/passkey',
  '@modelcontextprotocol/server',
  '@mozilla/readability',
  'ai',
  'better-auth',
  'feedsmith',
  'linkedom',
  'nodemailer',
  'pg',
  'smtp-server',
  'undici',
  'web-push',
]

test('a start loads no package that it does not need yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  try {
    const packages = await packagesOfStart(folder)
    expect(packages).toContain('hono')
    expect(packages.filter((name) => LATER.includes(name))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Starts the server on an empty folder and ends it when it is ready. */
async function packagesOfStart(folder: string): Promise<string[]> {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(listPackages)}`, 'src/server/main.ts']
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
    if (/ready at/.test(output)) child.kill('SIGTERM')
  })
  await new Promise((closed) => child.once('close', closed))
  return (/loaded (.*)/.exec(output)?.[1] ?? '').split(' ')
}
