import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNpmScript, type NpmScript } from '../../tests/support/npm-script.ts'

const PRELOAD = join(import.meta.dirname, '../tools/require-node.mjs')
/** Writes what happens to it into a file, since its output may be closed by then. Ends by itself if a test fails to end it. */
const PROGRAM = `
import { appendFileSync } from 'node:fs'
process.on('SIGTERM', () => {
  appendFileSync('events', 'SIGTERM ')
  process.exit()
})
setTimeout(() => appendFileSync('events', 'waited '), 3000)
setTimeout(() => process.exit(), 60_000)
console.log('running')
`

let folder: string
let script: NpmScript | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-npm-'))
  script = null
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  writeFileSync(join(folder, 'events'), '')
})
afterEach(() => {
  if (script && script.running().length > 0) script.signalGroup('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const events = () => readFileSync(join(folder, 'events'), 'utf8')

/**
 * Runs `command` by npm, until its program reports that it runs.
 * @param command NODE in it is replaced by this Node with the preload of every script
 * @param outer scripts of which the first is run instead
 */
async function npmRun(command: string, outer: Readonly<Record<string, string>> = {}): Promise<NpmScript> {
  const node = `"${process.execPath}" --import "${PRELOAD}"`
  const scripts = { ...outer, program: command.replaceAll('NODE', node) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'program', scripts }))
  script = startNpmScript(Object.keys(scripts)[0] ?? '', {}, folder)
  await expect.poll(script.output, { timeout: 30_000 }).toMatch('\nrunning')
  return script
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a ${signal} of npm alone reaches the program as SIGTERM, once`, async () => {
    const started = await npmRun('NODE program.mjs')
    started.signalNpm(signal)
    await expect.poll(started.running, { timeout: 30_000 }).toEqual([])
    expect(events()).toBe('SIGTERM ')
  })
}

test('it is the same where the shell replaces itself by the program', async () => {
  const started = await npmRun('exec NODE program.mjs')
  started.signalNpm('SIGKILL')
  await expect.poll(started.running, { timeout: 30_000 }).toEqual([])
  expect(events()).toBe('SIGTERM ')
})

test('a program that does not listen for SIGTERM ends too', async () => {
  writeFileSync(join(folder, 'program.mjs'), "setTimeout(() => {}, 60_000); console.log('running')")
  const started = await npmRun('NODE program.mjs')
  started.signalNpm('SIGKILL')
  await expect.poll(started.running, { timeout: 30_000 }).toEqual([])
})

test('a program that an npm script left running on purpose stays', async () => {
  writeFileSync(join(folder, 'starter.sh'), `"${process.execPath}" --import "${PRELOAD}" program.mjs &`)
  const started = await npmRun('sh starter.sh')
  await expect.poll(() => started.npm.exitCode, { timeout: 30_000 }).toBe(0)
  await expect.poll(events, { timeout: 30_000 }).toBe('waited ')
})

test('a shell that ends above npm changes nothing', async () => {
  const started = await npmRun('NODE program.mjs', { background: 'npm run program &' })
  await expect.poll(() => started.npm.exitCode, { timeout: 30_000 }).toBe(0)
  await expect.poll(events, { timeout: 30_000 }).toBe('waited ')
  started.signalGroup('SIGTERM')
  await expect.poll(started.running, { timeout: 30_000 }).toEqual([])
})

test('every npm script that runs a program of ours loads first what ends it with npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const programs = Object.values(scripts).filter((command) => command.startsWith('node '))
  expect(programs.length).toBeGreaterThan(10)
  expect(programs.filter((command) => !command.includes('--import ./src/tools/require-node.mjs '))).toEqual(
    [],
  )
})
