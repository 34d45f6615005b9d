import type { TFunction } from 'i18next'
import type { Ref } from 'react'
import { addressSettingOf, isGrantOf } from '../../contract/plugin-bundle.ts'
import { CHANGE_ENTRIES, MARK_ENTRIES, SAVE_ENTRIES } from '../../plugin-api/manifest.ts'
import { Checkbox, Notice, useTranslation } from '../../ui/index.ts'
import { changedGrants, grantOf, hostInSetting, type SettingValues } from './permission-grants.ts'

/** A permission in words. @param values of the plugin's settings, for the host of an address in one */
export function permissionLabel(permission: string, t: TFunction, values: SettingValues): string {
  const setting = addressSettingOf(permission)
  if (setting !== null) {
    const host = hostInSetting(values, setting)
    return host === null ? t('plugin.permission.netNone') : t('plugin.permission.netSetting', { host })
  }
  return permission.startsWith('net:')
    ? t('plugin.permission.net', { host: permission.slice('net:'.length) })
    : t(`plugin.permission.${nameOf[permission] ?? 'storage'}`)
}

const nameOf: Readonly<Record<string, string>> = {
  'entries:read': 'read',
  [MARK_ENTRIES]: 'mark',
  [CHANGE_ENTRIES]: 'change',
  [SAVE_ENTRIES]: 'save',
  'highlights:read': 'highlights',
  'history:read': 'history',
  search: 'search',
  jobs: 'jobs',
  events: 'events',
  values: 'values',
  styles: 'styles',
  'feeds:export': 'feeds',
}

export type PermissionsProps = {
  readonly title: string
  readonly requested: readonly string[]
  readonly granted: readonly string[]
  /** Of the plugin's settings. */
  readonly values?: SettingValues
  /** Takes the focus of a button that goes. */
  readonly ref?: Ref<HTMLFieldSetElement>
  readonly onChange: (granted: readonly string[]) => void
}

/** What will not work without the permissions that are not granted; nothing where all are. */
export function Ungranted({
  requested,
  granted,
  values = {},
}: Pick<PermissionsProps, 'requested' | 'granted' | 'values'>) {
  const { t, i18n } = useTranslation('app')
  const missing = requested.filter((one) => !granted.some((grant) => isGrantOf(grant, one)))
  if (missing.length === 0) return null
  const isAll = missing.length === requested.length
  const labels = missing.map((one) => permissionLabel(one, t, values))
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(labels)
  return (
    <Notice tone={isAll ? 'warning' : 'quiet'}>
      {t(isAll ? 'plugin.permission.withoutAll' : 'plugin.permission.without', { list })}
    </Notice>
  )
}

/** Each permission in words, granted one by one; that for an address in a setting once there is one. */
export function Permissions({ title, requested, granted, values = {}, ref, onChange }: PermissionsProps) {
  const { t } = useTranslation('app')
  return (
    <fieldset ref={ref} tabIndex={-1} className="plugin-permissions">
      <legend>{title}</legend>
      {requested.map((one) => {
        const grant = grantOf(one, values)
        return (
          <Checkbox
            key={one}
            label={permissionLabel(one, t, values)}
            name={one}
            disabled={grant === null}
            checked={grant !== null && granted.includes(grant)}
            onChange={(on) => onChange(changedGrants(granted, one, on ? grant : null))}
          />
        )
      })}
    </fieldset>
  )
}
