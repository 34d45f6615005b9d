import type { OpmlContent } from '../../model/discover/index.ts'
import { Checkbox, useTranslation } from '../../ui/index.ts'

/** What an import takes of an OPML file beside its feeds. */
export type FileOptions = {
  readonly settings: boolean
  readonly rules: boolean
  readonly routes: boolean
}
export const noOptions: FileOptions = { settings: false, rules: false, routes: false }

type OptionChoiceProps = {
  readonly content: OpmlContent
  readonly options: FileOptions
  readonly onChange: (options: FileOptions) => void
}

/** A box for each kind that the file carries. */
export function OptionChoice({ content, options, onChange }: OptionChoiceProps) {
  const { t } = useTranslation('app')
  const counts = content.settings ?? { rules: 0, routes: 0, labels: 0, folders: 0, retention: 0 }
  const { rules, routes } = counts
  return (
    <>
      {settingsIn(content) > 0 && (
        <Checkbox
          label={t('import.account.found')}
          hint={t('import.account.unchanged', {
            settings: (['labels', 'folders', 'retention'] as const)
              // Only admins have these.
              .filter((kind) => kind !== 'retention' || counts.retention)
              .map((kind) => t(`import.account.${kind}`, { count: counts[kind] }))
              .join(' · '),
          })}
          checked={options.settings}
          onChange={(settings) => onChange({ ...options, settings })}
        />
      )}
      {rules > 0 && (
        <Checkbox
          label={t('import.account.addRules', { count: rules })}
          hint={t('import.account.rulesHint')}
          checked={options.rules}
          onChange={(checked) => onChange({ ...options, rules: checked })}
        />
      )}
      {routes > 0 && (
        <Checkbox
          label={t('import.account.useRoutes', { count: routes })}
          hint={t('import.account.routesHint')}
          checked={options.routes}
          onChange={(checked) => onChange({ ...options, routes: checked })}
        />
      )}
    </>
  )
}

/** Labels and folders with settings, and an admin's rules of retention, that a file carries. */
export const settingsIn = ({ settings }: OpmlContent): number =>
  settings ? settings.labels + settings.folders + settings.retention : 0
