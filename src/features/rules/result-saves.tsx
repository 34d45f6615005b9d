import { useTranslation } from '../../ui/index.ts'
import { PluginChoices } from './plugin-choices.tsx'
import type { ResultPartProps } from './result-part.ts'
import { usePluginName } from './use-plugin-name.ts'

/** The plugins by which a rule saves entries: those that are on, and those that it names already. */
export function ResultSaves({ result, providers, onChange }: ResultPartProps) {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  const named = result.saves ?? []
  const offered = [...(providers?.values() ?? [])].flatMap(({ plugin, isOn, saves }) =>
    isOn && saves ? plugin : [],
  )
  const all = [...new Set([...named, ...offered])]
  return (
    <PluginChoices
      title={t('rules.saveTitle')}
      hint={t(all.length === 0 ? 'rules.saveNone' : 'rules.saveHint')}
      choices={all}
      labelOf={(plugin) =>
        t(`${plugin}:save`, { defaultValue: t('rules.saveTo', { plugin: pluginName(plugin) }) })
      }
      chosen={named}
      onChange={(saves) => {
        const { saves: _, ...others } = result
        onChange(saves.length === 0 ? others : { ...others, saves })
      }}
    />
  )
}
