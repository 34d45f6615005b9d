import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { entered } from '../../../model/session/entrance.ts'
import { $services, type Services } from '../../../model/services.ts'
import { usageConsentReceived } from '../../../model/usage-consent.ts'
import { memoryLocal } from '../../../local/memory-local.ts'
import { pluginHostStarted } from '../plugins.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
import { sendingTab } from '../../testing.ts'
import './usage-events.ts'

type Sent = {
  readonly user_id: string
  readonly events: readonly { readonly name: string; readonly params: object }[]
}

/** A reader whose server collects what it is sent. @param failures how many requests fail first */
async function reader({ isAllowed = true, failures = 0 } = {}) {
  const requests: Sent[] = []
  const timers: { ms: number; run: () => void }[] = []
  let left = failures
  const send = async (request: Sent) => {
    requests.push(request)
    left -= 1
    if (left >= 0) throw new TypeError('Failed to fetch')
    return { code: 0 }
  }
  const services = {
    api: { data: { consent: async () => ({ code: 0, data: { allowed: isAllowed, kept: 0 } }), send } },
    local: memoryLocal(),
    newId: () => 'id',
    clock: {
      now: () => 0,
      after: (ms: number, run: () => void) => {
        const timer = { ms, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    },
    platform: { selectedText: () => '' },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  } as unknown as Services
  const scope = fork({ values: [...sendingTab, [$services, services]] })
  return {
    requests,
    scope,
    names: () => requests.flatMap(({ events }) => events.map(({ name }) => name)),
    start: () => allSettled(pluginHostStarted, { scope }),
    open: (dialog: string) => allSettled(dialogOpened, { scope, params: { id: dialog, props: {} } as never }),
    allow: (next: boolean) => allSettled(usageConsentReceived, { scope, params: next }),
    /** All that waits so long is over. */
    pass: async (ms: number) => {
      for (const timer of timers.filter((one) => one.ms === ms)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
      // What the timer began, such as a request, and not a retry that waits.
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('with consent the server is sent what the user does, together after 3 seconds, with its codes', async () => {
  const { start, open, pass, requests } = await reader()
  await start()
  await open('follow')
  expect(requests).toEqual([])
  await pass(3000)
  expect(requests).toEqual([
    {
      client_id: '1',
      user_id: '1',
      events: [
        { name: 'identify', params: { code: 1000 } },
        { name: 'appInit', params: { code: 1003 } },
        { name: 'uiInit', params: { code: 1002 } },
        { name: 'subscribeModalOpened', params: { code: 2015 } },
      ],
      user_properties: { build: 'web', version: LECTERN_VERSION, language: expect.any(String) },
    },
  ])
})

test.each([
  ['signedIn', 'login', 1001],
  ['registered', 'register', 3000],
  ['updated', 'updateRestart', 2010],
] as const)('how the user got here is sent: %s', async (how, name, code) => {
  const { start, pass, scope, requests } = await reader()
  await allSettled(entered, { scope, params: how })
  await start()
  await pass(3000)
  const own = requests.flatMap(({ events }) => events).filter((event) => event.name === name)
  expect(own).toEqual([{ name, params: { code } }])
})

test('without consent nothing is sent, and from the moment when it is given or taken back', async () => {
  const { start, open, pass, allow, names } = await reader({ isAllowed: false })
  await start()
  await open('follow')
  await pass(3000)
  expect(names()).toEqual([])
  await allow(true)
  await open('follow')
  await allow(false)
  await pass(3000)
  expect(names()).toEqual([])
  await allow(true)
  await pass(3000)
  expect(names()).toEqual(['identify', 'appInit', 'uiInit'])
})

test('a failed request is sent again twice, later each time, and no more', async () => {
  const { start, pass, requests } = await reader({ failures: 9 })
  await start()
  await pass(3000)
  expect(requests).toHaveLength(1)
  await pass(3000)
  expect(requests).toHaveLength(2)
  await pass(3000)
  expect(requests).toHaveLength(2)
  await pass(9000)
  expect(requests).toHaveLength(3)
  await pass(3000)
  await pass(9000)
  expect(requests).toHaveLength(3)
  expect(requests[2]).toEqual(requests[0])
})

test('more than a request holds waits for the next', async () => {
  const { start, open, pass, requests } = await reader()
  await start()
  for (let number = 0; number < 120; number += 1) await open('follow')
  await pass(3000)
  await pass(3000)
  expect(requests.map(({ events }) => events.length)).toEqual([100, 23])
})
