/** A plugin from elsewhere, as users install it. */
import { createHash } from 'node:crypto'
import type { TestUser } from './server.ts'

/** Fields set by a test; the rest is a minimal plugin, which is on at once. */
type GuestPlugin = {
  readonly id?: string
  readonly settings?: Readonly<Record<string, object>>
  /** Statements that have the server half's `host`. */
  readonly server?: string
  readonly [key: string]: unknown
}

export function guestBundle({ id = 'guest', settings = {}, server, ...manifest }: GuestPlugin): string {
  return JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id,
      version: '1.0.0',
      api: '1.11',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: true }, ...settings },
      permissions: [],
      ...manifest,
    },
    locales: { en: { name: id } },
    client: '',
    ...(server !== undefined && { server: `lectern.start({ start(host) { ${server} } })` }),
  })
}

/** @param granted its permissions; default: all that it requests */
export function installBundle(
  user: TestUser,
  bundle: string,
  granted = (JSON.parse(bundle) as { manifest: { permissions: readonly string[] } }).manifest.permissions,
): Promise<Response> {
  const hash = createHash('sha256').update(bundle).digest('hex')
  return user.request('/plugins/installed', { method: 'POST', body: { bundle, hash, granted } })
}
