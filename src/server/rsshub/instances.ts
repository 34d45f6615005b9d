/** RSSHub instances that people run and share: added by their owners, used by others, paid by the month. */
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
} from '../storage/rsshub.ts'
import type { RsshubInstanceRow } from '../storage/schema.ts'
import type { Storage } from '../storage/open.ts'
import { readConfig } from './read-config.ts'

type Added = { readonly baseUrl: string; readonly accessKey?: string | null; readonly id?: string }

/** @throws Refusal rsshubNotFound */
export async function instanceOrRefusal(storage: Storage, id: string): Promise<RsshubInstanceRow> {
  const instance = await instanceById(storage, id)
  if (!instance) throw new Refusal('rsshubNotFound')
  return instance
}

/** Adds or changes an instance; what it says of itself is read from it, and it has to name its owner. @throws Refusal */
export async function addInstance(asked: RequestContext, { baseUrl, accessKey, id }: Added): Promise<void> {
  const { storage, user, now, newId, instanceKeys } = asked
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
  const before = id === undefined ? undefined : await instanceOrRefusal(storage, id)
  if (before && before.ownerUserId !== user.id) throw new Refusal('rsshubNotOwner')
  const plain = baseUrl.replace(/\/+$/, '')
  const same = await instanceByUrl(storage, plain)
  if (same && same.id !== id)
    throw new Refusal(
      same.ownerUserId === user.id ? 'rsshubConfigInvalid' : 'rsshubNotOwner',
      'This instance is known already.',
    )
  const key = accessKey === undefined ? instanceKeys.open(before?.accessKey ?? null) : accessKey
  const config = await readConfig(asked.outbound, { baseUrl: plain, accessKey: key })
  if (!config.ok)
    throw new Refusal(config.reached ? 'rsshubConfigInvalid' : 'rsshubUnavailable', config.words)
  if (!(await isOwner(asked, config.owner)))
    throw new Refusal('rsshubNotOwner', 'FOLLOW_OWNER_USER_ID of the instance names somebody else.')
  const { price, userLimit, description } = config
  await putInstance(storage, {
    id: before?.id ?? newId(),
    ownerUserId: user.id,
    baseUrl: plain,
    accessKey: instanceKeys.close(key),
    description,
    price,
    userLimit,
    errorMessage: null,
    errorAt: null,
    checkedAt: now(),
    createdAt: before?.createdAt ?? now(),
  })
}

async function isOwner({ storage, user }: RequestContext, named: string): Promise<boolean> {
  if (named === user.id) return true
  const row = await storage.db
    .selectFrom('user')
    .select('handle')
    .where('id', '=', user.id)
    .executeTakeFirst()
  return row?.handle !== null && row?.handle !== undefined && row.handle === named.replace(/^@/, '')
}

type Chosen = { readonly id: string | null; readonly durationInMonths?: number; readonly TOTPCode?: string }

/** Uses an instance, or none again. What was paid lasts, also when another is used meanwhile. @throws Refusal */
export async function chooseInstance(
  asked: RequestContext,
  { id, durationInMonths = 0, TOTPCode }: Chosen,
): Promise<void> {
  const { storage, user, now } = asked
  if (id === null) return removeUse(storage, user.id)
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
  const instance = await instanceOrRefusal(storage, id)
  if (instance.errorAt !== null) throw new Refusal('rsshubUnavailable', instance.errorMessage ?? undefined)
  const at = now()
  const running = await purchaseOf(storage, user.id, id)
  const paid = running !== undefined && running.expiresAt > at
  const free = instance.price === 0 || instance.ownerUserId === user.id
  const use = { userId: user.id, id: asked.newId(), instanceId: id, at }
  if (free || (paid && durationInMonths === 0)) {
    await storage.db.transaction().execute((db) => take({ ...storage, db }, instance, use))
    return
  }
  if (durationInMonths < 1) throw new Refusal('rsshubPurchaseNotFound', 'Choose how many months to pay for.')
  const begins = paid ? running.expiresAt : at
  const until = monthsLater(begins, durationInMonths)
  await pay(
    asked,
    {
      from: { user: user.id },
      to: { user: instance.ownerUserId },
      amount: wholePower(instance.price * durationInMonths),
      kind: 'purchase',
      // Paid once for the time from a moment on: the same request again finds it paid.
      key: `rsshub:${id}:${user.id}:${asked.idempotencyKey ?? begins}`,
      about: { rsshubId: id },
    },
    { code: TOTPCode },
    async (db, { hash }) => {
      await take({ ...storage, db }, instance, use)
      await putPurchase({ ...storage, db }, { userId: user.id, instanceId: id, hash, expiresAt: until })
    },
  )
}

/** Must run inside a transaction: places are counted while nobody else can take one. */
async function take(
  storage: Storage,
  { id, ownerUserId, userLimit }: RsshubInstanceRow,
  use: Parameters<typeof putUse>[1],
): Promise<void> {
  await lockInstance(storage, id)
  const others = await countUsers(storage, id, use.userId)
  // 0 and 1 both mean: for the owner alone (wire-contract 15).
  const closed = userLimit !== null && (userLimit <= 1 || others >= userLimit)
  if (closed && ownerUserId !== use.userId) throw new Refusal('rsshubUserLimit')
  await putUse(storage, use)
}

export function monthsLater(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // The 31st of a shorter month is its last day.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** @throws Refusal rsshubNotFound, rsshubNotOwner, rsshubInUse */
export async function removeInstance({ storage, user }: RequestContext, id: string): Promise<void> {
  const { ownerUserId } = await instanceOrRefusal(storage, id)
  if (ownerUserId !== user.id) throw new Refusal('rsshubNotOwner')
  await storage.db.transaction().execute(async (db) => {
    const within = { ...storage, db }
    await lockInstance(within, id)
    if ((await countUsers(within, id, user.id)) > 0) throw new Refusal('rsshubInUse')
    await deleteInstance(within, id)
  })
}
