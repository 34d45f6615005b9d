import type { TFunction } from 'i18next'
import { CHANGE_ENTRIES, MARK_ENTRIES, SAVE_ENTRIES } from '../plugin-api/manifest.ts'
import { Checkbox, useTranslation } from '../ui/index.ts'

/** A permission in words. */
export const permissionLabel = (permission: string, t: TFunction): string =>
  permission.startsWith('net:')
    ? t('plugin.permission.net', { host: permission.slice('net:'.length) })
    : t(`plugin.permission.${nameOf[permission] ?? 'storage'}`)

const nameOf: Readonly<Record<string, string>> = {
  'entries:read': 'read',
  [MARK_ENTRIES]: 'mark',
  [CHANGE_ENTRIES]: 'change',
  [SAVE_ENTRIES]: 'save',
  'highlights:read': 'highlights',
  search: 'search',
  jobs: 'jobs',
  styles: 'styles',
  'feeds:export': 'feeds',
}

export type PermissionsProps = {
  readonly title: string
  readonly requested: readonly string[]
  readonly granted: readonly string[]
  readonly onChange: (granted: readonly string[]) => void
}

/** Each permission in words, granted one by one. */
export function Permissions({ title, requested, granted, onChange }: PermissionsProps) {
  const { t } = useTranslation('app')
  return (
    <fieldset className="plugin-permissions">
      <legend>{title}</legend>
      {requested.map((one) => (
        <Checkbox
          key={one}
          label={permissionLabel(one, t)}
          name={one}
          checked={granted.includes(one)}
          onChange={(on) => onChange(on ? [...granted, one] : granted.filter((other) => other !== one))}
        />
      ))}
    </fieldset>
  )
}
