import { pluginPartOf } from '../../contract/rule-conditions.ts'
import { useTranslation } from '../../ui/index.ts'
import { usePluginName } from './use-plugin-name.ts'

/** As the editor, the list of rules and the deliveries call an action of a plugin, which is `PLUGIN:NAME`. */
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
  const part = pluginPartOf(action)
  if (!part) return action
  const { plugin, name } = part
  return t('rules.pluginAction', {
    plugin: pluginName(plugin),
    action: t(`${plugin}:actions.${name}`, { defaultValue: name }),
  })
}
