/**
 * Session tokens are stored as hashes, so that a reader of the database (a backup, a stray copy) cannot use its
 * sessions. better-auth has such an option for verification identifiers, but none for sessions: it looks them up
 * by token and copies the token from the row into the cookie. So its adapter gets the hash wherever a session's
 * token is expected, and returns the row with the token if the token was part of the query. Rows found in another
 * way keep the hash, which opens nothing: the three calls that list sessions are our own (session-calls.ts).
 */
import { createHash } from 'node:crypto'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'

/** @param adapter better-auth's own, on our database */
export const withHashedSessions = (adapter: DBAdapter): DBAdapter => ({
  ...overTokens(adapter),
  transaction: (run) => adapter.transaction((inner) => run(overTokens(inner))),
})

function overTokens<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  const create: DBAdapter['create'] = async (input) => {
    const token: unknown = input.model === 'session' ? Reflect.get(input.data, 'token') : undefined
    if (typeof token !== 'string') return adapter.create(input)
    const row = await adapter.create({ ...input, data: { ...input.data, token: storedToken(token) } })
    return withTokens([token])(row) as never
  }
  const findOne: DBAdapter['findOne'] = async (input) => {
    const { where, restore } = hashed(input)
    return restore(await adapter.findOne({ ...input, where }))
  }
  const findMany: DBAdapter['findMany'] = async (input) => {
    const { where, restore } = hashed(input)
    const rows = await adapter.findMany({ ...input, where })
    return rows.map(restore) as never
  }
  const update: DBAdapter['update'] = async (input) => {
    const { where, restore } = hashed(input)
    return restore(await adapter.update({ ...input, where }))
  }
  const consumeOne: DBAdapter['consumeOne'] = async (input) => {
    const { where, restore } = hashed(input)
    return restore(await adapter.consumeOne({ ...input, where }))
  }
  return {
    ...adapter,
    create,
    findOne,
    findMany,
    update,
    consumeOne,
    count: (input) => adapter.count({ ...input, where: hashed(input).where }),
    updateMany: (input) => adapter.updateMany({ ...input, where: hashed(input).where }),
    delete: (input) => adapter.delete({ ...input, where: hashed(input).where }),
    deleteMany: (input) => adapter.deleteMany({ ...input, where: hashed(input).where }),
  }
}

type Query = { readonly model: string; readonly where?: Where[] | undefined }

/** The condition with hashes instead of tokens, and a function that restores the tokens in the resulting rows. */
function hashed({ model, where = [] }: Query) {
  const tokens: string[] = []
  const hash = (value: Where['value']): Where['value'] => {
    if (Array.isArray(value)) return value.map((one) => hash(one)) as string[]
    if (typeof value !== 'string') return value
    tokens.push(value)
    return storedToken(value)
  }
  const asStored = where.map((one) =>
    model === 'session' && one.field === 'token' ? { ...one, value: hash(one.value) } : one,
  )
  return { where: asStored, restore: withTokens(tokens) }
}

function withTokens(tokens: readonly string[]) {
  const byHash = new Map(tokens.map((token) => [storedToken(token), token]))
  return <Row>(row: Row): Row => {
    if (byHash.size === 0 || typeof row !== 'object' || row === null || !('token' in row)) return row
    return { ...row, token: byHash.get(String(row.token)) ?? row.token }
  }
}

/** A session's token as stored. No salt is needed: a token has 190 random bits. Migration 0024 uses the same form. */
export const storedToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
