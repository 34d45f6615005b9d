/** The hosts that a plugin may reach. */
import { hostOf } from '../contract/plugin-bundle.ts'

/**
 * The hosts of the permissions; those in a setting or secret are read from the user's. One that was granted for a host, as
 * `net:{setting}=host`, permits that while the setting leads there, and no other.
 */
export function permittedHosts(
  permissions: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  secret: (name: string) => string,
): ReadonlySet<string> {
  const hosts = permissions
    .filter((permission) => permission.startsWith('net:'))
    .map((permission) => permission.slice('net:'.length))
    .flatMap((location) => {
      const [, setting, granted] = /^\{(.+?)\}(?:=(.+))?$/.exec(location) ?? []
      if (setting === undefined) return [location]
      const host = hostOf(URL.parse(String(settings[setting] ?? secret(setting))))
      return host === null || (granted !== undefined && granted !== host) ? [] : [host]
    })
  return new Set(hosts)
}
