import type { PushMessage } from '../../contract/messaging.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { vapidKeys, push } from '../messaging/push.ts'
import { tokenFault } from '../messaging/subscription.ts'
import { addDevice, devicesOf, pruneDevices, removeDevices } from '../storage/accounts/devices.ts'

const MOST_DEVICES = 30

/** Devices that receive pushes, and whether pushes arrive. */
export const messagingRoutes = {
  'messaging.list': async ({ user, storage }) => ({
    data: (await devicesOf(storage, user.id)).map(({ userId, token, channel }) => ({
      userId,
      token,
      channel: channel as 'web',
    })),
  }),

  'messaging.add': async ({ user, storage, config, now, newId }, { token, channel }) => {
    const fault = tokenFault(token, channel, config)
    if (fault !== null) throw new Refusal('invalidParameter', fault)
    await addDevice(storage, { id: newId(), userId: user.id, channel, token, createdAt: now() })
    await pruneDevices(storage, user.id, MOST_DEVICES)
  },

  'messaging.remove': async ({ user, storage }, input) => {
    await removeDevices(storage, user.id, input)
  },

  /** Sent synchronously, so that the response can report the delivery. */
  'messaging.test': async (context, { channel }) => {
    const devices = await devicesOf(context.storage, context.user.id, channel)
    const outcomes = await Promise.all(devices.map((device) => push(context, device, greeting)))
    if (outcomes.includes('sent')) return
    throw new Refusal('unprocessable', reasonOf(outcomes))
  },

  'messaging.key': async ({ storage }) => {
    const { publicKey } = await vapidKeys(storage)
    return { data: { publicKey } }
  },
} satisfies Routes

const greeting: PushMessage = {
  data: {
    type: 'new-entry',
    title: 'Lectern',
    description: 'Notifications arrive on this device.',
    entryId: 'pending',
    feedId: 'all',
    view: '0',
  },
}

function reasonOf(outcomes: readonly string[]): string {
  if (outcomes.length === 0) return 'No device of yours takes notifications yet.'
  if (outcomes.every((one) => one === 'gone')) return 'The device takes no notifications any more.'
  return outcomes.includes('later') ? 'The push service does not respond.' : 'The device cannot be reached.'
}
