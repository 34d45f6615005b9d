// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import settings from '../../../locales/en/settings.json'
import { registry } from '../../model/app/index.ts'
import { $appearance, settingChanged, type SettingChange } from '../../model/settings/index.ts'
import { z } from '../../plugin-api/manifest.ts'
import { readerWithPlugin, testManifest } from '../testing.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { PluginSettings } from './plugin-settings.tsx'
import { pluginRemoved } from './plugin-states.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    ns: ['app', 'settings'],
    defaultNS: 'app',
    resources: {
      en: {
        app,
        settings,
        shelf: {
          name: 'Shelf',
          description: 'Saves to the shelf.',
          save: 'Save to Shelf',
          settings: { on: 'Use the shelf', address: 'Address', token: 'Token' },
        },
      },
    },
  })
})

const manifest = testManifest('shelf', {
  settings: z.object({ on: z.boolean().default(false), address: z.string().default('') }),
  secrets: ['token'],
  requires: ['token'],
  permissions: ['entries:save', 'net:{address}'],
  signIn: {
    authorize: '{address}/authorize',
    token: '{address}/token',
    scopes: [],
    client: { setting: 'address' },
  },
})
const refusal = { key: 'outside.notAccepted', values: { service: 'Shelf' } }

type Stored = {
  readonly values?: object
  readonly signIn?: object
  secretsSet?: readonly string[]
  outcome?: object
  response?: object
  jobs?: readonly object[]
}

/** The page of the integrations, with what the server has stored of the plugin. */
async function pageAt(path: string, stored: Stored) {
  const sent: unknown[] = []
  let values: object = stored.values ?? {}
  let { outcome, signIn } = stored
  const api = {
    plugins: {
      settings: async () => ({
        code: 0,
        data: {
          values,
          secretsSet: stored.secretsSet ?? [],
          ...(outcome && { outcome }),
          ...(stored.jobs && { jobs: stored.jobs }),
          ...(signIn && { signIn }),
        },
      }),
      updateSettings: async (change: { values?: object }) => {
        values = { ...values, ...change.values }
        return { code: 0 }
      },
      signIn: async () => ({ code: 0, data: stored.response }),
      signOut: async () => {
        signIn = { ...signIn, isConnected: false, account: null }
        return { code: 0 }
      },
      test: async (input: unknown) => {
        sent.push(input)
        const words = (stored.response as { words?: object } | undefined)?.words ?? null
        outcome = { at: Date.now(), kind: 'test', words }
        return { code: 0, data: stored.response }
      },
    },
  }
  const reader = await readerWithPlugin(manifest, ({ saves }) => saves(), { api })
  const { scope, set } = reader
  const shown = { path: '' }
  const Path = () => {
    const { pathname, hash } = useLocation()
    shown.path = pathname + hash
    return null
  }
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={[path]}>
          <PluginSettings />
          <Path />
        </MemoryRouter>
      </Provider>,
    ),
  )
  await act(() => allSettled(scope))
  const button = (text: string) => [...box.querySelectorAll('button')].find((one) => one.textContent === text)
  const press = async (target: HTMLElement | null | undefined) => {
    await act(async () => target?.click())
    await act(() => allSettled(scope))
  }
  const end = () => act(async () => root.unmount())
  return { scope, set, sent, box, shown, button, press, end }
}
const stateOf = (box: HTMLElement) => box.querySelector('.connection')?.textContent

test.each([
  [{}, 'Not set upStill missing: Token'],
  [{ secretsSet: ['token'] }, 'Not tested yet'],
  [{ secretsSet: ['token'], outcome: { at: 0, kind: 'save', words: null } }, /^ConnectedLast entry saved · /],
  [
    { secretsSet: ['token'], outcome: { at: 0, kind: 'save', words: refusal } },
    /^RefusedShelf does not accept the token or password\..* · /,
  ],
] as const)('a card with %j says %s', async (stored, words) => {
  const { box, set, end } = await pageAt('/settings/integration', stored)
  expect(stateOf(box)).toEqual(words instanceof RegExp ? expect.stringMatching(words) : words)
  await act(async () => void (await set(false)))
  expect(stateOf(box)).toBe('Off')
  await end()
})

test('without any plugin the page still offers to install one', async () => {
  const { scope, box, end } = await pageAt('/settings/integration', {})
  await act(async () => {
    await allSettled($pluginSources, { scope, params: [] })
    await allSettled(pluginRemoved, { scope, params: 'shelf' })
  })
  expect(box.querySelector('[data-plugin]')).toBeNull()
  expect(box.querySelector('.shelf input')).not.toBeNull()
  await end()
})

test('a card is a link to a page, beside the switch; the way back has its focus', async () => {
  const { box, shown, press, end } = await pageAt('/settings/integration', { secretsSet: ['token'] })
  const card = () => box.querySelector<HTMLElement>('[data-plugin="shelf"]')
  expect(card()?.querySelector<HTMLInputElement>('[role="switch"]')?.checked).toBe(true)
  await press(card()?.querySelector('a'))
  expect(shown.path).toBe('/settings/integration/shelf')
  expect(document.activeElement?.textContent).toBe('Shelf')
  await press(box.querySelector<HTMLElement>('.plugin-back'))
  expect(shown.path).toBe('/settings/integration')
  expect(document.activeElement).toBe(card()?.querySelector('a'))
  await end()
})

test('the address of a setting leads to the page of its plugin', async () => {
  const { shown, end } = await pageAt('/settings/integration#shelf-token', {})
  expect(shown.path).toBe('/settings/integration/shelf#shelf-token')
  await end()
})

test('a test entry is sent by the server, and the state is what came of it', async () => {
  const good = { ok: true, output: { url: 'https://shelf.example/1', openAtOnce: false, again: false } }
  const page = await pageAt('/settings/integration/shelf', { secretsSet: ['token'], response: good })
  await page.press(page.button('Save a test entry'))
  const picture = new URL('/icon-64.png', location.origin).href
  expect(page.sent).toEqual([{ plugin: 'shelf', title: 'A test entry from Lectern', picture }])
  expect(page.box.textContent).toContain('Saved a test entry to Shelf')
  expect(page.button('Open')).toBeDefined()
  expect(stateOf(page.box)).toMatch(/^ConnectedTest entry saved · /)
  await page.end()

  const bad = { ok: false, words: refusal }
  const refused = await pageAt('/settings/integration/shelf', { secretsSet: ['token'], response: bad })
  await refused.press(refused.button('Save a test entry'))
  expect(stateOf(refused.box)).toMatch(/^RefusedShelf does not accept the token/)
  expect(refused.box.textContent).not.toContain('Saved a test entry')
  await refused.end()
})

test('among the settings a refusal does not name the way to them, and the last event says how it went', async () => {
  const outcome = { at: 0, kind: 'save', words: refusal }
  const jobs = [{ name: 'events', everyMinutes: null, at: 0, words: refusal }]
  const { box, end } = await pageAt('/settings/integration/shelf', { secretsSet: ['token'], outcome, jobs })
  expect(stateOf(box)).toMatch(/^RefusedShelf does not accept the token or password\. Enter it anew\. · /)
  const own = box.querySelector('.plugin-jobs')?.textContent
  expect(own).toMatch(/Acts on what you do with entries.*Last done: .*Enter it anew\.$/)
  expect(box.textContent).not.toContain('Settings, Integration')
  await end()
})

test('a plugin is connected by a sign-in, and disconnected; what is wrong is said', async () => {
  const signIn = {
    isConnected: false,
    account: null,
    returnAddress: 'https://reader.example/api/plugins/shelf/sign-in/return',
    needsClient: true,
  }
  const page = await pageAt('/settings/integration/shelf', { signIn })
  expect(page.box.textContent).toContain(signIn.returnAddress)
  expect(page.box.textContent).toContain('Enter the address of the service first')
  expect(page.button('Connect')?.disabled).toBe(true)
  await page.end()

  const words = { key: 'outside.unreachable', values: { host: 'shelf.example', reason: 'nobody there' } }
  const registered = { ...signIn, needsClient: false }
  const failing = await pageAt('/settings/integration/shelf', {
    values: { address: 'https://shelf.example' },
    signIn: registered,
    response: { ok: false, words },
  })
  expect(failing.box.textContent).not.toContain(signIn.returnAddress)
  expect(failing.box.textContent).toContain('You sign in at shelf.example')
  await failing.press(failing.button('Connect'))
  expect(failing.box.textContent).toContain('shelf.example could not be reached: nobody there')
  await failing.end()

  const values = { address: 'https://shelf.example' }
  const connected = { ...signIn, isConnected: true, account: 'Ada' }
  const other = await pageAt('/settings/integration/shelf', { values, signIn: connected })
  expect(other.box.textContent).toContain('Connected as Ada')
  expect(other.box.textContent).not.toContain(signIn.returnAddress)
  await other.press(other.button('Disconnect'))
  expect(other.box.textContent).toContain('You sign in at shelf.example')
  expect(other.button('Connect')).toBeDefined()
  await other.end()

  const outcome = {
    at: 0,
    kind: 'signIn',
    words: { key: 'plugin.signIn.refused', values: { service: 'x.example' } },
  }
  const declined = await pageAt('/settings/integration/shelf', { signIn, outcome })
  expect(declined.box.textContent).toContain('The access at x.example was declined')
  await declined.end()

  const late = await pageAt('/settings/integration/shelf?signIn=expired', { signIn })
  expect(late.box.textContent).toContain('begun in another browser, or has expired')
  await late.end()
})

test('fields of a client that the administrator has registered are not shown', async () => {
  const signIn = {
    isConnected: false,
    account: null,
    returnAddress: '',
    needsClient: false,
  }
  const page = await pageAt('/settings/integration/shelf', { signIn })
  const labels = [...page.box.querySelectorAll('label')].map((one) => one.textContent)
  expect(labels).toContain('Token')
  expect(labels).not.toContain('Address')
  await page.end()
})

test('there is no test before what it takes is entered', async () => {
  const { button, end } = await pageAt('/settings/integration/shelf', {})
  expect(button('Save a test entry')?.disabled).toBe(true)
  await end()
})

test('the button of a plugin moves to the toolbar and back, and its keys are chosen on its page', async () => {
  const page = await pageAt('/settings/integration/shelf', { secretsSet: ['token'] })
  const { scope, box } = page
  // As the command `settings:set` does.
  const set = {
    id: 'settings:set',
    group: 'settings',
    title: 'set',
    kind: 'change',
    keysOnly: true,
    run: settingChanged.prepend(({ args }: { args: object }) => args as SettingChange),
  }
  await act(async () => void (await allSettled(registry.registered, { scope, params: [set as never] })))
  const row = () => box.querySelector('[data-command]')
  expect(row()?.textContent).toContain('Save to Shelf')
  const command = row()?.getAttribute('data-command') ?? ''
  const button = () => box.querySelector<HTMLInputElement>(`[name="button ${command}"]`)
  expect(button()?.checked).toBe(false)
  await page.press(button())
  expect(scope.getState($appearance).toolbarOrder.main.at(-1)).toBe(command)
  expect(button()?.checked).toBe(true)
  await page.press(button())
  expect(scope.getState($appearance).toolbarOrder.more[0]).toBe(command)
  await page.end()
})
