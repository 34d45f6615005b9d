/** Who stops npm stops what it runs, however it is stopped: nothing runs on, and the data folder is free. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { startNpmScript, type NpmScript } from '../support/npm-script.ts'

type Options = {
  /** A folder of the test's own, empty at first. */
  readonly folder: string
  /** Runs an npm script; what is left of it is killed after the test. */
  readonly npmRun: (name: string, env?: Readonly<Record<string, string>>) => NpmScript
}

const test = base.extend<Options>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-npm-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  npmRun: async ({}, use) => {
    const scripts: NpmScript[] = []
    await use((name, env) => {
      const script = startNpmScript(name, env)
      scripts.push(script)
      return script
    })
    for (const script of scripts) if (script.running().length > 0) script.signalGroup('SIGKILL')
  },
})

const READY = /ready at (http:\S+)/

async function readyUrl(script: NpmScript): Promise<string> {
  await expect.poll(script.output, { timeout: 60_000 }).toMatch(READY)
  return READY.exec(script.output())?.[1] ?? ''
}

const ways = [
  { name: 'npm is stopped', stop: (script: NpmScript) => script.signalNpm('SIGTERM') },
  { name: 'npm is killed', stop: (script: NpmScript) => script.signalNpm('SIGKILL') },
  { name: 'Ctrl+C is pressed', stop: (script: NpmScript) => script.signalGroup('SIGINT') },
  {
    name: 'the terminal is closed',
    stop: (script: NpmScript) => {
      script.closeOutput()
      script.signalGroup('SIGHUP')
    },
  },
]

/** Starts it in a folder, stops it in one way after the other, and starts it each time on the same folder and port. */
async function startsAfterEach(
  stops: readonly (typeof ways)[number][],
  folder: string,
  npmRun: Options['npmRun'],
): Promise<void> {
  const lock = join(folder, 'lectern.lock')
  let url = ''
  const start = async () => {
    const port = url === '' ? '0' : new URL(url).port
    const script = npmRun('start', { DATA_DIR: folder, DATABASE_URL: '', PORT: port })
    const address = await readyUrl(script)
    if (url !== '') expect(address).toBe(url)
    url = address
    return script
  }
  for (const { name, stop } of stops)
    await test.step(name, async () => {
      const script = await start()
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      expect(existsSync(lock)).toBe(true)
      stop(script)
      await expect.poll(script.running).toEqual([])
      // Only a clean stop takes its lock away: nothing was cut off.
      expect(existsSync(lock)).toBe(false)
      await expect(fetch(`${url}/healthz`)).rejects.toThrow()
      const lines = script.output().split('\n')
      expect(lines.filter((line) => line !== '' && !/^(>|npm error)|ready at/.test(line))).toEqual([])
    })
  const last = await start()
  last.signalNpm('SIGTERM')
  await expect.poll(last.running).toEqual([])
}

test('npm start: when npm is stopped, killed or interrupted, or its terminal closed, the server frees its folder and port', async ({
  folder,
  npmRun,
}) => {
  // Two at a time.
  await Promise.all(
    [ways.slice(0, 2), ways.slice(2)].map((stops, at) => {
      const own = join(folder, String(at))
      mkdirSync(own)
      return startsAfterEach(stops, own, npmRun)
    }),
  )
})

// A SIGTERM of npm is passed on in the same way (src/server/end-with-npm.test.ts); that of `npm run dev` is in plugin-development.spec.ts.
test('npm run demo and npm run dev: a SIGKILL of npm stops them, Vite too, and the demo deletes its database', async ({
  folder,
  npmRun,
}) => {
  await test.step('demo', async () => {
    const databases = () => readdirSync(folder).filter((name) => name.startsWith('lectern-demo-'))
    const script = npmRun('demo', { TMPDIR: folder, PORT: '0' })
    await readyUrl(script)
    expect(databases()).toHaveLength(1)
    script.signalNpm('SIGKILL')
    await expect.poll(script.running).toEqual([])
    expect(databases()).toEqual([])
  })
  await test.step('dev', async () => {
    const script = npmRun('dev', { DATA_DIR: folder, DATABASE_URL: '', PORT: '0' })
    await readyUrl(script)
    await expect.poll(script.output, { timeout: 60_000 }).toMatch(/Local:/)
    expect(script.running().filter((command) => /dev\.ts|main\.ts/.test(command)).length).toBeGreaterThan(2)
    script.signalNpm('SIGKILL')
    await expect.poll(script.running).toEqual([])
    expect(existsSync(join(folder, 'lectern.lock'))).toBe(false)
  })
})
