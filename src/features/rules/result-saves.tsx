import type { Rule } from '../../contract/actions.ts'
import { Switch, useTranslation } from '../../ui/index.ts'
import { usePluginName } from './use-plugin-name.ts'
import type { RuleProviders } from './use-rule-providers.ts'

type Result = Rule['result']

/** The plugins by which a rule saves entries: those that are on, and those that it names already. */
export function ResultSaves({
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
  const pluginName = usePluginName()
  const named = result.saves ?? []
  const offered = [...(providers?.values() ?? [])].flatMap(({ plugin, isOn, saves }) =>
    isOn && saves && !named.includes(plugin) ? plugin : [],
  )
  const ids = [...named, ...offered].toSorted((a, b) => pluginName(a).localeCompare(pluginName(b)))
  const change = (plugin: string, isChosen: boolean) => {
    const { saves: _, ...others } = result
    const saves = isChosen ? [...named, plugin] : named.filter((one) => one !== plugin)
    onChange(saves.length === 0 ? others : { ...others, saves })
  }
  return (
    <fieldset className="result-list">
      <legend>{t('rules.saveTitle')}</legend>
      <p className="rules-hint">{t(ids.length === 0 ? 'rules.saveNone' : 'rules.saveHint')}</p>
      {ids.map((plugin) => (
        <Switch
          key={plugin}
          label={t(`${plugin}:save`, { defaultValue: t('rules.saveTo', { plugin: pluginName(plugin) }) })}
          checked={named.includes(plugin)}
          onChange={(isChosen) => change(plugin, isChosen)}
        />
      ))}
    </fieldset>
  )
}
