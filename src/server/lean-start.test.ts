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

test('a sign-in loads nothing of passkeys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  try {
    const packages = await packagesOfStart(folder, async (url) => {
      const { status } = await fetch(`${url}/api/better-auth/sign-up/email`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
      })
      expect(status).toBe(200)
    })
    expect(packages).toContain('better-auth')
    expect(packages.filter((name) => /passkey|simplewebauthn/.test(name))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Starts the server on an empty folder and ends it when it is ready, and has done what is to be done then. */
async function packagesOfStart(
  folder: string,
  ready: (url: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(listPackages)}`, 'src/server/main.ts']
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let called: Promise<void> | null = null
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
    const [, url] = /ready at (\S+)/.exec(output) ?? []
    if (url === undefined || called !== null) return
    called = ready(url).finally(() => child.kill('SIGTERM'))
  })
  await new Promise((closed) => child.once('close', closed))
  await called
  return (/loaded (.*)/.exec(output)?.[1] ?? '').split(' ')
}
