/** What the user grants of permissions: of one for the address in a setting, the host to which that leads now. */
import { addressSettingOf, hostOf, isGrantOf, type SharedManifest } from '../../contract/plugin-bundle.ts'

/** Values of a plugin's settings. */
export type SettingValues = Readonly<Record<string, unknown>>

/** Until the user changes them. */
export const defaultsOf = ({ settings }: Pick<SharedManifest, 'settings'>): SettingValues =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]))

/** The host to which the address in a setting leads; null where there is none. */
export const hostInSetting = (values: SettingValues, setting: string): string | null =>
  hostOf(URL.parse(String(values[setting])))

/** @returns what granting the permission grants; null where its setting has no address */
export function grantOf(permission: string, values: SettingValues): string | null {
  const setting = addressSettingOf(permission)
  if (setting === null) return permission
  const host = hostInSetting(values, setting)
  return host === null ? null : `${permission}=${host}`
}

/** @param grant of the permission; null takes it away */
export const changedGrants = (
  granted: readonly string[],
  permission: string,
  grant: string | null,
): readonly string[] => [
  ...granted.filter((other) => !isGrantOf(other, permission)),
  ...(grant === null ? [] : [grant]),
]
