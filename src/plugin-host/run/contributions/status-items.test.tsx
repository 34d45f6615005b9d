// @vitest-environment happy-dom
import { allSettled, createEvent, createStore, type Scope } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { StatusItems } from '../../../features/subscriptions/status-items.tsx'
import { contributed } from '../../../features/registry.ts'
import { defineClient, type ClientHost, type PluginStatus } from '../../../plugin-api/client.ts'
import { pluginSettingChanged } from '../../settings/plugin-states.ts'
import { readerWith } from '../../sandbox/testing.ts'

const $statusItems = contributed(({ statusItems = [] }) => statusItems)

beforeAll(
  () =>
    void i18next.init({
      lng: 'en',
      resources: { en: { guest: { coins: '{{count}} coins', wallet: 'Open the wallet', key: 'A key' } } },
    }),
)

/** Two commands, and a balance that one of them raises. */
const balance = ({ command, statusItem }: ClientHost) => {
  const raised = createEvent()
  const $count = createStore(0).on(raised, (count) => count + 5)
  command({ id: 'guest:wallet', title: 'wallet', run: () => undefined })
  command({ id: 'guest:raise', title: 'raise', run: () => void raised() })
  statusItem({
    id: 'balance',
    icon: 'zap',
    command: 'guest:wallet',
    $state: $count.map((count): PluginStatus | null =>
      count === 0 ? null : { text: { key: 'coins', values: { count } }, tooltip: { key: 'wallet' } },
    ),
  })
}

function drawn(scope: Scope): HTMLElement {
  const box = document.body.appendChild(document.createElement('div'))
  createRoot(box).render(
    <Provider value={scope}>
      <Suspense>
        <StatusItems />
      </Suspense>
    </Provider>,
  )
  return box
}

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('shows a status while it has one, whose press runs its command, until it is switched off', async () => {
    const { scope, run } = await readerWith(defineClient(balance), sandboxed)
    const box = drawn(scope)
    await expect.poll(() => box.querySelector('.status-items')).not.toBeNull()
    expect(box.textContent).toBe('')
    await run('raise')
    await expect.poll(() => box.textContent).toBe('5 coins')
    expect(box.querySelector('button')?.dataset).toMatchObject({
      commandId: 'guest:wallet',
      tooltip: 'Open the wallet',
    })
    expect(box.querySelector('svg')).not.toBeNull()
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    await expect.poll(() => box.textContent).toBe('')
    expect(scope.getState($statusItems)).toEqual([])
  })

  test.each([['session:sign-out'], ['guest:nothing'], [undefined]])(
    'shows a text in place of a button that would run %s',
    async (command) => {
      const $state = createStore<PluginStatus>({ text: { key: 'key' } })
      const client = defineClient(({ statusItem }) =>
        statusItem({ id: 'one', ...(command && { command }), $state }),
      )
      const box = drawn((await readerWith(client, sandboxed)).scope)
      await expect.poll(() => box.textContent).toBe('A key')
      expect(box.querySelector('button')).toBeNull()
    },
  )
})

test('what a plugin in a sandbox shows is a text, however it is forged', async () => {
  const { scope, run, state } = await readerWith(defineClient(balance), true)
  const box = drawn(scope)
  await run('raise')
  await expect.poll(() => box.textContent).toBe('5 coins')
  for (const value of [
    '{"text":"<b>"}',
    '{"text":{"key":7}}',
    '{"text":{"key":"coins","values":{"count":{}}}}',
    '7',
  ])
    state.forge(`{"t":"q","m":"show","a":[{"kind":"statusItem","index":0},"$state",${value}]}`)
  await allSettled(scope)
  expect(box.textContent).toBe('5 coins')
  state.forge(
    '{"t":"q","m":"show","a":[{"kind":"statusItem","index":0},"$state",{"text":{"key":"<img src=x>"}}]}',
  )
  await expect.poll(() => box.textContent).toBe('guest:<img src=x>')
  expect(box.querySelector('img')).toBeNull()
})
