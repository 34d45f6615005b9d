import { pluginActionOf } from '../../contract/rule-conditions.ts'
import { useTranslation } from '../../ui/index.ts'
import { usePluginName } from './use-rule-providers.ts'

/** As the editor, the list of rules and the deliveries call an action of a plugin, with what was entered for it. */
export function useActionTitle(): (action: string) => string {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  return (action) => actionTitle(action, t, pluginName)
}

export function actionTitle(
  action: string,
  t: (key: string, values: Readonly<Record<string, string>>) => string,
  pluginName: (id: string) => string,
): string {
  const part = pluginActionOf(action)
  if (!part) return action
  const { plugin, name, value } = part
  const names = {
    plugin: pluginName(plugin),
    action: t(`${plugin}:actions.${name}`, { defaultValue: name }),
  }
  return value === null
    ? t('rules.pluginAction', names)
    : t('rules.pluginActionWith', {
        ...names,
        value: t(`${plugin}:actionChoices.${name}.${value}`, { defaultValue: value }),
      })
}
