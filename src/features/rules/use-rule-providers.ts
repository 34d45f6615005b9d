import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { RuleProvider } from '../../contract/plugins.ts'
import { $services } from '../../model/services.ts'
import { $pluginTexts, pluginTextsRequested } from '../../model/plugins/index.ts'
import { useTranslation } from '../../ui/index.ts'

/** The plugins that rules can name, by id, with those that are off. */
export type RuleProviders = ReadonlyMap<string, RuleProvider>

/** @returns null until the server has said so */
export function useRuleProviders(): RuleProviders | null {
  const { api } = useUnit($services)
  const { data } = useQuery({
    queryKey: ['plugins', 'rules'],
    queryFn: async () => new Map((await api.plugins.rules({})).data.map((one) => [one.plugin, one])),
  })
  return data ?? null
}

/** The names of plugins, also of those that are off; the id where a plugin's texts are not there. */
export function usePluginName(): (id: string) => string {
  const { t } = useTranslation(['app'])
  const { request } = useUnit({ request: pluginTextsRequested, loaded: $pluginTexts })
  useEffect(() => request(), [request])
  return (id) => t(`${id}:name`, { defaultValue: id })
}
