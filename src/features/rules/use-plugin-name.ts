import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $pluginTexts, pluginTextsRequested } from '../../model/plugins/index.ts'
import { useTranslation } from '../../ui/index.ts'

/** The names of plugins, also of those that are off; the id where a plugin's texts are not there. */
export function usePluginName(): (id: string) => string {
  const { t } = useTranslation(['app'])
  const { request } = useUnit({ request: pluginTextsRequested, loaded: $pluginTexts })
  useEffect(() => request(), [request])
  return (id) => t(`${id}:name`, { defaultValue: id })
}
