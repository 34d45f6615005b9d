/** Reads an RSSHub instance's /api/follow/config: owner, price and user limit. */
import { z, type ServerHost } from '../../../src/plugin-api/server.ts'
import { addressAt, type Base } from './address.ts'

/** Bytes of a configuration. Anybody may have an instance, and it is parsed in the server's process. */
const BYTES_MAX = 100_000
const number = z.coerce.number().finite().min(0)
const configShape = z.object({
  ownerUserId: z.string().trim().min(1),
  description: z.string().max(2000).nullable().optional(),
  price: number.max(1_000_000).nullable().optional(),
  userLimit: number.nullable().optional(),
})

export type ReadConfig =
  | {
      readonly ok: true
      readonly owner: string
      readonly description: string | null
      readonly price: number
      readonly userLimit: number | null
    }
  | { readonly ok: false; readonly reached: boolean; readonly message: string }

/** @returns never throws */
export async function readConfig({ ask }: Pick<ServerHost, 'ask'>, base: Base): Promise<ReadConfig> {
  const response = await ask(addressAt(base, 'api/follow/config'), { accept: 'application/json' })
  if (!response.ok) return { ok: false, reached: false, message: response.message }
  if (response.status !== 200)
    return {
      ok: false,
      reached: false,
      message: `The instance answered ${response.status} to /api/follow/config`,
    }
  const parsed = configShape.safeParse(jsonOf(response.bytes))
  if (!parsed.success)
    return {
      ok: false,
      reached: true,
      message: 'The instance does not say whose it is (FOLLOW_OWNER_USER_ID)',
    }
  const { ownerUserId, description = null, price, userLimit = null } = parsed.data
  return { ok: true, owner: ownerUserId, description, price: Math.round(price ?? 0), userLimit }
}

function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > BYTES_MAX) return null
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
