import { randomInt } from 'node:crypto'
import { madeBefore, noteMade } from '../http/made.ts'
import { limitAttempts } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import {
  addInvitation,
  countInvitations,
  invitationByCode,
  invitationByHash,
  invitationsOf,
  useInvitation,
} from '../storage/accounts/invitations.ts'
import { joinedAt } from '../storage/accounts/users.ts'
import { invitationRules } from './limits.ts'
import { refuseTrial } from './refuse.ts'
import { iso, isoOrNull } from './wire-feed.ts'

const DAY_MS = 86_400_000
/** Admins create any number of codes. */
const ADMIN_CODES = 10_000
/** Without ambiguous letters and digits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Invitation codes. */
export const invitationsRoutes = {
  'invitations.list': async ({ user, storage }) => {
    const rows = await invitationsOf(storage, user.id)
    const data = rows.map(({ code, createdAt, usedAt, toUserId, guestId, guestName, guestImage }) => ({
      code,
      createdAt: iso(createdAt),
      usedAt: isoOrNull(usedAt),
      toUserId,
      users: guestId === null ? null : { id: guestId, name: guestName, image: guestImage },
    }))
    return { data }
  },
  'invitations.limitation': async (context) => ({ data: await allowed(context) }),
  'invitations.create': async (context, { TOTPCode }) => {
    refuseTrial(context.user)
    const isFree = context.user.admin || !context.payments.areOn()
    return { data: isFree ? await freeCode(context) : await paidCode(context, TOTPCode) }
  },
  'invitations.use': async (context, { code }) => {
    const { user, storage, now, address } = context
    const isUsed = await limitAttempts(
      context,
      { kind: 'invitation', secret: 'chosen', address, account: user.id },
      () => invitationByCode(storage.db, code),
      (row) => row === undefined,
    )
    if (!isUsed) throw new Refusal('invitationNotFound')
    if (isUsed.toUserId === user.id) return
    if (user.role !== 'trial') throw new Refusal('invitationExists', 'You do not need an invitation.')
    if (!(await useInvitation(storage, code, user.id, now()))) throw new Refusal('invitationUsed')
  },
} satisfies Routes

/** One free code per period since sign-up. */
async function allowed({ user, storage, now }: RequestContext): Promise<number> {
  if (user.admin) return ADMIN_CODES
  if (user.role === 'trial') return 0
  const days = (now() - (await joinedAt(storage, user.id))) / DAY_MS
  return Math.floor(days / invitationRules.INVITATION_INTERVAL_DAYS)
}

async function freeCode(context: RequestContext): Promise<string> {
  const before = await madeBefore(context, 'invitations.create')
  if (before !== null) return before
  const code = newCode()
  const limit = await allowed(context)
  await context.storage.db.transaction().execute(async (db) => {
    await lockInviter(context, db)
    await refuseOverLimit(context, db, limit)
    await store(context, db, { code, hash: null })
    await noteMade(db, context, { call: 'invitations.create', id: code })
  })
  return code
}

async function paidCode(context: RequestContext, TOTPCode: string | undefined): Promise<string> {
  const limit = await allowed(context)
  const { user, idempotencyKey, newId } = context
  const payment = {
    price: invitationRules.INVITATION_PRICE,
    to: null,
    about: { comment: 'Invitation' },
    key: `invitation:${user.id}:${idempotencyKey ?? newId()}`,
    code: TOTPCode,
  }
  const { hash } = await context.payments.pay(context, payment, async (db, receipt) => {
    // One payment at a time, so that two simultaneous requests create no extra code.
    await refuseOverLimit(context, db, limit)
    await store(context, db, { code: newCode(), hash: receipt.hash })
  })
  const made = hash === null ? undefined : await invitationByHash(context.storage, hash)
  if (!made) throw new Error('An invitation that was paid for is not there.')
  return made.code
}

type Library = RequestContext['storage']['db']

/** So that two simultaneous requests create no extra code. */
async function lockInviter({ user, storage }: RequestContext, db: Library): Promise<void> {
  if (storage.kind === 'postgres')
    await db.selectFrom('user').select('id').where('id', '=', user.id).forUpdate().execute()
}

async function refuseOverLimit({ user }: RequestContext, db: Library, limit: number): Promise<void> {
  if ((await countInvitations(db, user.id)) >= limit) throw new Refusal('invitationLimit')
}

async function store(
  { user, now }: RequestContext,
  db: Library,
  made: { readonly code: string; readonly hash: string | null },
): Promise<void> {
  if (!(await addInvitation(db, { ...made, fromUserId: user.id, createdAt: now() })))
    throw new Refusal('invitationExists')
}

/** Ten characters: 49 bits, infeasible to guess at the rate of calls. */
const newCode = (): string => Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
