import { useTranslation } from '../../ui/index.ts'
import { PluginChoices } from './plugin-choices.tsx'
import type { ResultPartProps } from './result-part.ts'
import { useActionTitle } from './use-action-title.ts'

/** What a rule does by actions of plugins: of those that are on, and those that it names already. Nothing where there are none. */
export function ResultActions({ result, providers, onChange }: ResultPartProps) {
  const { t } = useTranslation(['app'])
  const actionTitle = useActionTitle()
  const named = result.pluginActions ?? []
  const offered = [...(providers?.values() ?? [])].flatMap(({ plugin, isOn, actions }) =>
    isOn ? Object.keys(actions).map((name) => `${plugin}:${name}`) : [],
  )
  const all = [...new Set([...named, ...offered])]
  if (all.length === 0) return null
  return (
    <PluginChoices
      title={t('rules.actTitle')}
      hint={t('rules.actHint')}
      choices={all}
      labelOf={actionTitle}
      chosen={named}
      onChange={(pluginActions) => {
        const { pluginActions: _, ...others } = result
        onChange(pluginActions.length === 0 ? others : { ...others, pluginActions })
      }}
    />
  )
}
