import type { Rule } from '../../contract/actions.ts'
import { Switch, useTranslation } from '../../ui/index.ts'
import { useActionTitle } from './use-action-title.ts'
import type { RuleProviders } from './use-rule-providers.ts'

type Result = Rule['result']

/** What a rule does by actions of plugins: of those that are on, and those that it names already. Nothing where there are none. */
export function ResultActions({
  result,
  providers,
  onChange,
}: {
  readonly result: Result
  /** null: not known yet. */
  readonly providers: RuleProviders | null
  readonly onChange: (result: Result) => void
}) {
  const { t } = useTranslation(['app'])
  const actionTitle = useActionTitle()
  const named = result.pluginActions ?? []
  const offered = [...(providers?.values() ?? [])].flatMap(({ plugin, isOn, actions }) =>
    isOn ? Object.keys(actions).map((name) => `${plugin}:${name}`) : [],
  )
  const all = [...new Set([...named, ...offered])].toSorted((a, b) =>
    actionTitle(a).localeCompare(actionTitle(b)),
  )
  if (all.length === 0) return null
  const change = (action: string, isChosen: boolean) => {
    const { pluginActions: _, ...others } = result
    const pluginActions = isChosen ? [...named, action] : named.filter((one) => one !== action)
    onChange(pluginActions.length === 0 ? others : { ...others, pluginActions })
  }
  return (
    <fieldset className="result-list">
      <legend>{t('rules.actTitle')}</legend>
      <p className="rules-hint">{t('rules.actHint')}</p>
      {all.map((action) => (
        <Switch
          key={action}
          label={actionTitle(action)}
          checked={named.includes(action)}
          onChange={(isChosen) => change(action, isChosen)}
        />
      ))}
    </fieldset>
  )
}
