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

/** Starts it in a folder, stops it, and starts it again on the same folder and port. */
async function startsAfter(
  stop: (script: NpmScript) => void,
  folder: string,
  npmRun: Options['npmRun'],
): Promise<void> {
  const lock = join(folder, 'lectern.lock')
  const env = { DATA_DIR: folder, DATABASE_URL: '', PORT: '0' }
  const script = npmRun('start', env)
  const url = await readyUrl(script)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(existsSync(lock)).toBe(true)
  stop(script)
  await expect.poll(script.running).toEqual([])
  // Only a clean stop takes its lock away: nothing was cut off.
  expect(existsSync(lock)).toBe(false)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  const lines = script.output().split('\n')
  expect(lines.filter((line) => line !== '' && !/^(>|npm error)|ready at/.test(line))).toEqual([])

  const again = npmRun('start', { ...env, PORT: new URL(url).port })
  expect(await readyUrl(again)).toBe(url)
  again.signalNpm('SIGTERM')
  await expect.poll(again.running).toEqual([])
}

test('npm start: when npm is stopped, killed or interrupted, or its terminal closed, the server frees its folder and port', async ({
  folder,
  npmRun,
}) => {
  await Promise.all(
    ways.map(({ name, stop }) =>
      test.step(name, async () => {
        const own = join(folder, name)
        mkdirSync(own)
        await startsAfter(stop, own, npmRun)
      }),
    ),
  )
})

test('npm run demo and npm run dev: a SIGTERM or a SIGKILL of npm stops them, Vite too, and the demo deletes its database', async ({
  folder,
  npmRun,
}) => {
  await Promise.all(
    (['SIGTERM', 'SIGKILL'] as const).map((signal) =>
      test.step(`demo, ${signal}`, async () => {
        const own = join(folder, signal)
        mkdirSync(own)
        const databases = () => readdirSync(own).filter((name) => name.startsWith('lectern-demo-'))
        const script = npmRun('demo', { TMPDIR: own, PORT: '0' })
        await readyUrl(script)
        expect(databases()).toHaveLength(1)
        script.signalNpm(signal)
        await expect.poll(script.running).toEqual([])
        expect(databases()).toEqual([])
      }),
    ),
  )
  // One after the other: they would share Vite's cache.
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    await test.step(`dev, ${signal}`, async () => {
      const script = npmRun('dev', { DATA_DIR: folder, DATABASE_URL: '', PORT: '0' })
      await readyUrl(script)
      await expect.poll(script.output, { timeout: 60_000 }).toMatch(/Local:/)
      expect(script.running().filter((command) => /dev\.ts|main\.ts/.test(command)).length).toBeGreaterThan(2)
      script.signalNpm(signal)
      await expect.poll(script.running).toEqual([])
      expect(existsSync(join(folder, 'lectern.lock'))).toBe(false)
    })
})
