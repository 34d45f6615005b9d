/**
 * Drives the Firefox of the system over WebDriver BiDi (w3c.github.io/webdriver-bidi): Playwright drives Chromium here, and
 * needs commands of Firefox that Debian's lacks.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type FirefoxPage = {
  /** Resolves when the page has loaded. */
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** @param script the source of a function that each document calls before its own scripts */
  readonly addInitScript: (script: string) => Promise<void>
  /** @param expression JavaScript; its value, or what its promise resolves to, is passed as JSON */
  readonly evaluate: <T>(expression: string) => Promise<T>
  /** Presses keys one after another as `Reader.press`: `j`, `Control+k`, `Enter`. */
  readonly press: (keys: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
}

export type Firefox = {
  readonly page: FirefoxPage
  readonly close: () => Promise<void>
}

const READY = /WebDriver BiDi listening on (ws:\/\/\S+)/
const START_MS = 60_000

/** Preferences that restrict it to the loopback. */
const PREFERENCES: Readonly<Record<string, boolean | string>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.startup.homepage': 'about:blank',
  'datareporting.healthreport.uploadEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.server': 'http://127.0.0.1:9/',
}

/** The values of keys that type no character: the WebDriver specification, "keyboard actions". */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
}

/** @returns the path of an executable, or undefined where there is no Firefox */
export function findFirefox(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Starts it without a window, with an empty profile, and opens one tab. */
export async function startFirefox(executable: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'lectern-firefox-'))
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), preferences.join(''))
  const program = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const close = async () => {
    program.kill()
    await exited
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const send = await connect(`${await bidiAddress(program.stderr)}/session`)
    await send('session.new', { capabilities: {} })
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
    return { page: pageOf(send, context), close }
  } catch (error) {
    await close()
    throw error
  }
}

function bidiAddress(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Firefox did not start in a minute.')), START_MS)
    createInterface(output).on('line', (line) => {
      const address = READY.exec(line)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

type Send = <T>(method: string, params: unknown) => Promise<T>
type Answer = { readonly id?: number; readonly result?: unknown; readonly message?: string }

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`Firefox refuses ${address}.`)))
  })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    // Events have no id.
    const pending = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (answer.id === undefined || !pending) return
    waiting.delete(answer.id)
    if (answer.message === undefined) pending.resolve(answer.result as never)
    else pending.reject(new Error(answer.message))
  })
  let id = 0
  return (method, params) =>
    new Promise((resolve, reject) => {
      id += 1
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

function pageOf(send: Send, context: string): FirefoxPage {
  const perform = (keys: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[]) =>
    send<void>('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: keys }] })
  const strike = (value: string) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    addInitScript: (functionDeclaration) =>
      send('script.addPreloadScript', { functionDeclaration, contexts: [context] }),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result?.value ?? 'null')
    },
    press: async (keys) => {
      for (const combination of keys.split(' ')) {
        const names = combination.split('+').map((name) => KEYS[name] ?? name)
        await perform([
          ...names.map((value) => ({ type: 'keyDown' as const, value })),
          ...names.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
        ])
      }
    },
    type: (text) => perform([...text].flatMap(strike)),
  }
}
