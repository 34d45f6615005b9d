/**
 * The hosts that permissions of a plugin name. One that was granted for the host of a setting, as `net:{setting}=host`,
 * permits only that host, and only while the setting names it.
 * @param hostIn the host of the address in a setting, or null
 */
export function grantedHosts(
  permissions: readonly string[],
  hostIn: (setting: string) => string | null,
): ReadonlySet<string> {
  const hosts = permissions
    .filter((permission) => permission.startsWith('net:'))
    .map((permission) => permission.slice('net:'.length))
    .flatMap((location) => {
      const [, setting, granted] = /^\{(.+?)\}(?:=(.+))?$/.exec(location) ?? []
      if (setting === undefined) return [location]
      const host = hostIn(setting)
      return host === null || (granted !== undefined && granted !== host) ? [] : [host]
    })
  return new Set(hosts)
}
