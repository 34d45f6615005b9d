import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { RuleProvider } from '../../contract/plugins.ts'
import { $services } from '../../model/services.ts'

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
