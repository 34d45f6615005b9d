/** Shared RSSHub instances: added by their owners, used by other users, paid by the month. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { wholePower } from '../power/amount.ts'
import { pay } from '../power/pay.ts'
import {
  countUsers,
  deleteInstance,
  lockInstance,
  instanceById,
  instanceByUrl,
  putInstance,
  putPurchase,
  purchaseOf,
  putUse,
  removeUse,
} from '../storage/feeds/rsshub.ts'
import type { RsshubInstanceRow } from '../storage/schema.ts'
import type { Storage } from '../storage/open.ts'
import { readConfig } from './read-config.ts'

type InstanceInput = { readonly baseUrl: string; readonly accessKey?: string | null; readonly id?: string }

/** @throws Refusal rsshubNotFound */
export async function instanceOrRefusal(storage: Storage, id: string): Promise<RsshubInstanceRow> {
  const instance = await instanceById(storage, id)
  if (!instance) throw new Refusal('rsshubNotFound')
  return instance
}

/** Adds or changes an instance. Its configuration is fetched from it and must name the user as owner. @throws Refusal */
export async function addInstance(
  context: RequestContext,
  { baseUrl, accessKey, id }: InstanceInput,
): Promise<void> {
  const { storage, user, now, newId, instanceKeys } = context
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
  const existing = id === undefined ? undefined : await instanceOrRefusal(storage, id)
  if (existing && existing.ownerUserId !== user.id) throw new Refusal('rsshubNotOwner')
  const url = baseUrl.replace(/\/+$/, '')
  const sameUrl = await instanceByUrl(storage, url)
  if (sameUrl && sameUrl.id !== id)
    throw new Refusal(
      sameUrl.ownerUserId === user.id ? 'rsshubConfigInvalid' : 'rsshubNotOwner',
      'This instance is known already.',
    )
  const key = accessKey === undefined ? instanceKeys.open(existing?.accessKey ?? null) : accessKey
  const config = await readConfig(context.outbound, { baseUrl: url, accessKey: key })
  if (!config.ok)
    throw new Refusal(config.reached ? 'rsshubConfigInvalid' : 'rsshubUnavailable', config.message)
  if (!(await isOwner(context, config.owner)))
    throw new Refusal('rsshubNotOwner', 'FOLLOW_OWNER_USER_ID of the instance names another user.')
  const { price, userLimit, description } = config
  await putInstance(storage, {
    id: existing?.id ?? newId(),
    ownerUserId: user.id,
    baseUrl: url,
    accessKey: instanceKeys.close(key),
    description,
    price,
    userLimit,
    errorMessage: null,
    errorAt: null,
    checkedAt: now(),
    createdAt: existing?.createdAt ?? now(),
  })
}

async function isOwner({ storage, user }: RequestContext, owner: string): Promise<boolean> {
  if (owner === user.id) return true
  const row = await storage.db
    .selectFrom('user')
    .select('handle')
    .where('id', '=', user.id)
    .executeTakeFirst()
  return row?.handle !== null && row?.handle !== undefined && row.handle === owner.replace(/^@/, '')
}

type InstanceChoice = {
  readonly id: string | null
  readonly durationInMonths?: number
  readonly TOTPCode?: string
}

/** Selects an instance, or none. A purchase stays valid while another instance is used. @throws Refusal */
export async function chooseInstance(
  context: RequestContext,
  { id, durationInMonths = 0, TOTPCode }: InstanceChoice,
): Promise<void> {
  const { storage, user, now } = context
  if (id === null) return removeUse(storage, user.id)
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
  const instance = await instanceOrRefusal(storage, id)
  if (instance.errorAt !== null) throw new Refusal('rsshubUnavailable', instance.errorMessage ?? undefined)
  const at = now()
  const running = await purchaseOf(storage, user.id, id)
  const isPaid = running !== undefined && running.expiresAt > at
  const isFree = instance.price === 0 || instance.ownerUserId === user.id
  const use = { userId: user.id, id: context.newId(), instanceId: id, at }
  if (isFree || (isPaid && durationInMonths === 0)) {
    await storage.db.transaction().execute((db) => assignUser({ ...storage, db }, instance, use))
    return
  }
  if (durationInMonths < 1) throw new Refusal('rsshubPurchaseNotFound', 'Choose how many months to pay for.')
  const startsAt = isPaid ? running.expiresAt : at
  const until = monthsLater(startsAt, durationInMonths)
  await pay(
    context,
    {
      from: { user: user.id },
      to: { user: instance.ownerUserId },
      amount: wholePower(instance.price * durationInMonths),
      kind: 'purchase',
      // Idempotency key per start of the paid period: a repeated request is not charged again.
      key: `rsshub:${id}:${user.id}:${context.idempotencyKey ?? startsAt}`,
      about: { rsshubId: id },
    },
    { code: TOTPCode },
    async (db, { hash }) => {
      await assignUser({ ...storage, db }, instance, use)
      await putPurchase({ ...storage, db }, { userId: user.id, instanceId: id, hash, expiresAt: until })
    },
  )
}

/** Must run inside a transaction: the row lock makes counting users and adding one atomic. */
async function assignUser(
  storage: Storage,
  { id, ownerUserId, userLimit }: RsshubInstanceRow,
  use: Parameters<typeof putUse>[1],
): Promise<void> {
  await lockInstance(storage, id)
  const others = await countUsers(storage, id, use.userId)
  // 0 and 1 both mean: the owner only (wire-contract 15).
  const isFull = userLimit !== null && (userLimit <= 1 || others >= userLimit)
  if (isFull && ownerUserId !== use.userId) throw new Refusal('rsshubUserLimit')
  await putUse(storage, use)
}

export function monthsLater(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // Clamp the day to the last one of a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** @throws Refusal rsshubNotFound, rsshubNotOwner, rsshubInUse */
export async function removeInstance({ storage, user }: RequestContext, id: string): Promise<void> {
  const { ownerUserId } = await instanceOrRefusal(storage, id)
  if (ownerUserId !== user.id) throw new Refusal('rsshubNotOwner')
  await storage.db.transaction().execute(async (db) => {
    const transaction = { ...storage, db }
    await lockInstance(transaction, id)
    if ((await countUsers(transaction, id, user.id)) > 0) throw new Refusal('rsshubInUse')
    await deleteInstance(transaction, id)
  })
}
