import { z } from 'zod'
import { tokenLimit, type TokenLimit } from '../../contract/app-passwords.ts'
import { tokenScopes, type TokenScope } from '../../contract/token-scopes.ts'
import type { AppPasswordRow } from '../storage/schema.ts'

/** The permissions of a request's token. */
export type Access = {
  readonly scopes: readonly TokenScope[]
  /** Null: all feeds. */
  readonly limit: TokenLimit | null
  /** The app password. */
  readonly token: { readonly id: string; readonly name: string }
}

const storedScopes = z.array(z.enum(tokenScopes))

/** @returns null for an app password without scopes, made for the protocols of other readers */
export function accessOf({
  id,
  name,
  scopes,
  limit,
}: Pick<AppPasswordRow, 'id' | 'name' | 'scopes' | 'limit'>): Access | null {
  if (scopes === null) return null
  return {
    scopes: storedScopes.parse(JSON.parse(scopes)),
    limit: limit === null ? null : tokenLimit.parse(JSON.parse(limit)),
    token: { id, name },
  }
}
