/** What the discover page requests. */
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { Input } from '../../contract/calls.ts'
import { $services } from '../../model/services.ts'
import { storedQuery } from '../../model/query-client.ts'
import { $appearance } from '../../model/settings/index.ts'
import type { View } from '../../contract/views.ts'
import type { Category, DiscoverLanguage } from '../feature.ts'

export type Range = NonNullable<Input<'trending.feeds'>['range']>

/** The language of feeds that the user wants to be shown. */
export const useDiscoverLanguage = (): DiscoverLanguage => useUnit($appearance).discoverLanguage

export function useTrending(range: Range, view: View | null) {
  const { api } = useUnit($services)
  const language = useDiscoverLanguage()
  return useQuery({
    ...storedQuery,
    queryKey: ['trending', range, view, language],
    queryFn: async () =>
      (
        await api.trending.feeds({
          range,
          ...(view !== null && { view }),
          ...(language !== 'all' && { language }),
        })
      ).data,
  })
}

export function useRecommendations() {
  const { api } = useUnit($services)
  return useQuery({
    ...storedQuery,
    queryKey: ['recommendations'],
    queryFn: async () => (await api.discover.recommendations({ limit: 10 })).data,
  })
}

/** Feeds of the starter catalogue. */
export function useCatalogue(category: Category) {
  const { api } = useUnit($services)
  const lang = useDiscoverLanguage()
  return useQuery({
    ...storedQuery,
    queryKey: ['catalogue', category, lang],
    queryFn: async () => (await api.discover.catalogue({ category, lang })).data,
  })
}
