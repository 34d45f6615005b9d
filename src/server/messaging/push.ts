/** One message to one device. */
import type { PushMessage } from '../../contract/messaging.ts'
import type { Services } from '../http/routes.ts'
import { removeDevice } from '../storage/accounts/devices.ts'
import type { DeviceRow } from '../storage/schema.ts'
import type { Storage } from '../storage/open.ts'
import { readSubscription, type Subscription } from './subscription.ts'

const DAY_S = 86_400

/** `gone`: the token is no longer valid and was deleted. `later`: retry. */
export type Outcome = 'sent' | 'gone' | 'unreachable' | 'later'

/** @param message as JSON text in the push, encrypted for the device */
export async function push(
  { storage, outbound, config, log }: Pick<Services, 'storage' | 'outbound' | 'config' | 'log'>,
  device: DeviceRow,
  message: PushMessage,
): Promise<Outcome> {
  const target = readSubscription(device.token, config)
  if (!target) return 'unreachable'
  const sealed = await seal(target, message, {
    ...(await vapidKeys(storage)),
    subject: config.PUBLIC_URL.startsWith('https:') ? config.PUBLIC_URL : 'mailto:nobody@localhost.invalid',
  })
  if (!sealed) return drop(storage, device)
  const answer = await outbound.ask(target.endpoint, { method: 'POST', ...sealed })
  if (!answer.ok) {
    log.warn('A push could not be sent', { device: device.id, cause: answer.message })
    return answer.kind === 'refused' || answer.kind === 'address' ? 'unreachable' : 'later'
  }
  if (answer.status === 404 || answer.status === 410) return drop(storage, device)
  if (answer.status < 300 && !answer.bodyDropped) return 'sent'
  log.warn('A push was refused', { device: device.id, status: answer.status })
  return answer.status === 429 || answer.status >= 500 ? 'later' : 'unreachable'
}

async function drop(storage: Services['storage'], { id }: DeviceRow): Promise<'gone'> {
  await removeDevice(storage, id)
  return 'gone'
}

/** @returns null for invalid keys */
async function seal(
  target: Subscription,
  message: PushMessage,
  vapidDetails: { publicKey: string; privateKey: string; subject: string },
): Promise<{ headers: Record<string, string>; body: Uint8Array } | null> {
  const { default: webPush } = await import('web-push')
  try {
    const details = webPush.generateRequestDetails(target, JSON.stringify(message), {
      vapidDetails,
      TTL: DAY_S,
    })
    // The HTTP client sets the length.
    const { 'Content-Length': _length, ...headers } = details.headers
    const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    return { headers: Object.fromEntries(texts), body: new Uint8Array(details.body ?? []) }
  } catch {
    return null
  }
}

export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }
const NAME = 'vapid'

/**
 * The VAPID keys that identify this server to push services. Created once and stored in the database, so that all processes
 * share them and browser subscriptions survive a move to another machine.
 */
export async function vapidKeys({ db }: Storage): Promise<VapidKeys> {
  const read = () => db.selectFrom('serverKeys').select('value').where('name', '=', NAME).executeTakeFirst()
  const stored = await read()
  if (stored) return JSON.parse(stored.value) as VapidKeys
  const { default: webPush } = await import('web-push')
  // Of two processes that start together one writes, and both use its keys.
  await db
    .insertInto('serverKeys')
    .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error('The push keys could not be stored.')
  return JSON.parse(made.value) as VapidKeys
}
