/** Notifications of new entries on this device: on, off, or why they are impossible. Loaded when first needed. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { errorNotified, infoNotified, userDataCleared, type UserNotification } from '../app/events.ts'
import { notificationFor } from '../app/notify-failures.ts'
import { $services, type Services } from '../services.ts'
import { PushFailure, type DevicePush, type PushProblem } from './device-push.ts'

export { PushFailure, type DevicePush, type PushProblem } from './device-push.ts'

/** `problem`: why it cannot be turned on. `others`: further browsers of the user that receive notifications. */
export type PushState = {
  readonly status: 'loading' | 'off' | 'on'
  readonly problem: PushProblem | null
  readonly others: number
}

/** Reads the state again, as the user may have changed the permission elsewhere. */
export const pushStateRequested = createEvent()
export const pushEnabled = createEvent()
export const pushDisabled = createEvent()
/** Turns them off on all browsers of the user. */
export const pushDisabledEverywhere = createEvent()
export const pushTested = createEvent()

async function deviceOf({ platform }: Services): Promise<DevicePush> {
  const device = await platform.push?.()
  if (!device) throw new PushFailure('unsupported')
  return device
}

async function readState(services: Services): Promise<PushState> {
  const device = await deviceOf(services)
  const support = device.support()
  const [token, { data }] = await Promise.all([
    support === 'insecure' || support === 'unsupported' ? null : device.token(),
    services.api.messaging.list({}),
  ])
  const tokens = data.filter(({ channel }) => channel === 'web').map((one) => one.token)
  // A subscription that the server does not have belongs to another user or was removed elsewhere.
  const isOn = token !== null && support === 'available' && tokens.includes(token)
  return {
    status: isOn ? 'on' : 'off',
    problem: support === 'available' ? null : support,
    others: tokens.length - (token !== null && tokens.includes(token) ? 1 : 0),
  }
}

const readFx = attach({ source: $services, effect: readState })
const enableFx = attach({
  source: $services,
  effect: async (services) => {
    const device = await deviceOf(services)
    const support = device.support()
    if (support !== 'available') throw new PushFailure(support)
    // First, because the browser only allows the prompt soon after the key press or click.
    await device.requestPermission()
    const { data } = await services.api.messaging.key({})
    if (!data.publicKey) throw new PushFailure('noKey')
    await services.api.messaging.add({ channel: 'web', token: await device.subscribe(data.publicKey) })
    return readState(services)
  },
})
const disableFx = attach({
  source: $services,
  effect: async (services) => {
    const device = await deviceOf(services)
    const token = await device.token()
    // The browser first: a server that is unreachable drops the device at the next push.
    await device.unsubscribe()
    if (token !== null) await services.api.messaging.remove({ channel: 'web', token })
    return readState(services)
  },
})
const disableEverywhereFx = attach({
  source: $services,
  effect: async (services) => {
    const device = await deviceOf(services)
    await device.unsubscribe()
    await services.api.messaging.remove({ channel: 'web' })
    return readState(services)
  },
})
const testFx = attach({
  source: $services,
  effect: ({ api }) => api.messaging.test({ channel: 'web' }),
})

const all = [readFx, enableFx, disableFx, disableEverywhereFx] as const
export const $push = createStore<PushState>(
  { status: 'loading', problem: null, others: 0 },
  { serialize: 'ignore' },
)
for (const fx of all) {
  $push.on(fx.doneData, (_, state) => state)
  $push.on(fx.failData, (state, error) => ({
    ...state,
    status: state.status === 'loading' ? 'off' : state.status,
    problem: error instanceof PushFailure ? error.problem : state.problem,
  }))
}
$push.on(userDataCleared, () => ({ status: 'loading', problem: null, others: 0 }))

/** A request is pending: the buttons are disabled. */
export const $pushBusy = combine([...all.map(({ pending }) => pending), testFx.pending], (pending) =>
  pending.some(Boolean),
)

sample({ clock: pushStateRequested, fn: () => {}, target: readFx })
sample({ clock: pushEnabled, fn: () => {}, target: enableFx })
sample({ clock: pushDisabled, fn: () => {}, target: disableFx })
sample({ clock: pushDisabledEverywhere, fn: () => {}, target: disableEverywhereFx })
sample({ clock: pushTested, fn: () => {}, target: testFx })

sample({ clock: enableFx.done, fn: () => ({ id: 'push', key: 'app:push.enabled' }), target: infoNotified })
sample({
  clock: [disableFx.done, disableEverywhereFx.done],
  fn: () => ({ id: 'push', key: 'app:push.disabled' }),
  target: infoNotified,
})
sample({ clock: testFx.done, fn: () => ({ id: 'push', key: 'app:push.tested' }), target: infoNotified })
sample({
  clock: [enableFx.failData, disableFx.failData, disableEverywhereFx.failData, testFx.failData],
  fn: notificationOf,
  target: errorNotified,
})

function notificationOf(error: Error): UserNotification {
  if (error instanceof PushFailure) return { key: `app:push.problem.${error.problem}` }
  return notificationFor(error) ?? { key: 'errors:client.unreachable' }
}
