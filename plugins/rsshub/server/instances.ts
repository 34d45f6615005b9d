/** Shared RSSHub instances: added by their owners, used by other users, paid by the month. */
import { PluginRefusal, type WireRequest } from '../../../src/plugin-api/server.ts'
import { readConfig } from './read-config.ts'
import type { Services } from './services.ts'
import {
  countUsers,
  deleteInstance,
  handleOf,
  instanceById,
  instanceByUrl,
  lockInstance,
  purchaseOf,
  putInstance,
  putPurchase,
  putUse,
  removeUse,
  type Db,
  type InstanceRow,
  type Tables,
} from './tables.ts'

type InstanceInput = { readonly baseUrl: string; readonly accessKey?: string | null; readonly id?: string }

/** @throws PluginRefusal rsshubNotFound */
export async function instanceOrRefusal(db: Db, id: string): Promise<InstanceRow> {
  const instance = await instanceById(db, id)
  if (!instance) throw new PluginRefusal('rsshubNotFound')
  return instance
}

/** Adds or changes an instance. Its configuration is fetched from it and must name the user as owner. @throws PluginRefusal */
export async function addInstance(
  { host, db, keys }: Services,
  { user, newId }: WireRequest,
  { baseUrl, accessKey, id }: InstanceInput,
): Promise<void> {
  if (user.role === 'trial') throw new PluginRefusal('trialNoPermission')
  const existing = id === undefined ? undefined : await instanceOrRefusal(db, id)
  if (existing && existing.ownerUserId !== user.id) throw new PluginRefusal('rsshubNotOwner')
  const url = baseUrl.replace(/\/+$/, '')
  const sameUrl = await instanceByUrl(db, url)
  if (sameUrl && sameUrl.id !== id)
    throw refused(
      sameUrl.ownerUserId === user.id ? 'rsshubConfigInvalid' : 'rsshubNotOwner',
      'This instance is known already.',
    )
  const key = accessKey === undefined ? keys.open(existing?.accessKey ?? null) : accessKey
  const config = await readConfig(host, { baseUrl: url, accessKey: key })
  if (!config.ok) throw refused(config.reached ? 'rsshubConfigInvalid' : 'rsshubUnavailable', config.message)
  if (!(await isOwner(db, user.id, config.owner)))
    throw refused('rsshubNotOwner', 'FOLLOW_OWNER_USER_ID of the instance names another user.')
  const { price, userLimit, description } = config
  await putInstance(db, {
    id: existing?.id ?? newId(),
    ownerUserId: user.id,
    baseUrl: url,
    accessKey: keys.close(key),
    description,
    price,
    userLimit,
    errorMessage: null,
    errorAt: null,
    checkedAt: host.now(),
    createdAt: existing?.createdAt ?? host.now(),
  })
}

async function isOwner(db: Db, userId: string, owner: string): Promise<boolean> {
  if (owner === userId) return true
  const handle = await handleOf(db, userId)
  return handle !== null && handle === owner.replace(/^@/, '')
}

type InstanceChoice = {
  readonly id: string | null
  readonly durationInMonths?: number
  readonly TOTPCode?: string
}

/** Selects an instance, or none. A purchase stays valid while another instance is used. @throws PluginRefusal */
export async function chooseInstance(
  { host, db }: Services,
  { user, idempotencyKey, newId, pay }: WireRequest,
  { id, durationInMonths = 0, TOTPCode }: InstanceChoice,
): Promise<void> {
  if (id === null) return removeUse(db, user.id)
  if (user.role === 'trial') throw new PluginRefusal('trialNoPermission')
  const instance = await instanceOrRefusal(db, id)
  if (instance.errorAt !== null) throw refused('rsshubUnavailable', instance.errorMessage ?? undefined)
  const at = host.now()
  const running = await purchaseOf(db, user.id, id)
  const isPaid = running !== undefined && running.expiresAt > at
  const isFree = instance.price === 0 || instance.ownerUserId === user.id
  const use = { userId: user.id, id: newId(), instanceId: id, at }
  if (isFree || (isPaid && durationInMonths === 0)) {
    await db.transaction().execute((transaction) => assignUser(transaction, instance, use))
    return
  }
  if (durationInMonths < 1) throw refused('rsshubPurchaseNotFound', 'Choose how many months to pay for.')
  const startsAt = isPaid ? running.expiresAt : at
  const payment = {
    price: instance.price * durationInMonths,
    to: instance.ownerUserId,
    about: { instanceId: id },
    // One for each start of a paid period: a repeated request is not charged again.
    key: `rsshub:${id}:${user.id}:${idempotencyKey ?? startsAt}`,
    code: TOTPCode,
  }
  await pay<Tables>(payment, async (transaction, { hash }) => {
    await assignUser(transaction, instance, use)
    // Another payment may have been made meanwhile: this one begins where that ends.
    const paid = await purchaseOf(transaction, user.id, id)
    const expiresAt = monthsLater(Math.max(Number(paid?.expiresAt ?? 0), at), durationInMonths)
    await putPurchase(transaction, { userId: user.id, instanceId: id, hash, expiresAt })
  })
}

/** Must run inside a transaction: the row lock makes counting users and adding one atomic. */
async function assignUser(
  db: Db,
  { id, ownerUserId, userLimit }: InstanceRow,
  use: Parameters<typeof putUse>[1],
): Promise<void> {
  await lockInstance(db, id)
  const others = await countUsers(db, id, use.userId)
  // 0 and 1 both mean: the owner only (wire-contract 15).
  const isFull = userLimit !== null && (userLimit <= 1 || others >= userLimit)
  if (isFull && ownerUserId !== use.userId) throw new PluginRefusal('rsshubUserLimit')
  await putUse(db, use)
}

export function monthsLater(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // Clamp the day to the last one of a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** @throws PluginRefusal rsshubNotFound, rsshubNotOwner, rsshubInUse */
export async function removeInstance({ db }: Services, { user }: WireRequest, id: string): Promise<void> {
  const { ownerUserId } = await instanceOrRefusal(db, id)
  if (ownerUserId !== user.id) throw new PluginRefusal('rsshubNotOwner')
  await db.transaction().execute(async (transaction) => {
    await lockInstance(transaction, id)
    if ((await countUsers(transaction, id, user.id)) > 0) throw new PluginRefusal('rsshubInUse')
    await deleteInstance(transaction, id)
  })
}

/** @param reason what is wrong with this request */
const refused = (key: string, reason: string | undefined) => new PluginRefusal(key, undefined, reason)
