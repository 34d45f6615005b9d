import { z } from 'zod'
import { SearchRefusal, type SearchSource } from '../../../model/search/provided-sources.ts'
import { PluginRefusal, type PluginSearchSource } from '../../../plugin-api/client.ts'
import type { TitledRow } from '../../../plugin-api/contributes.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import { pluginSearchResults } from '../../../plugin-api/search.ts'
import { key, partId } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'
import { notificationOf, sentenceOf } from './plugin-message.ts'

export const searchSource: Kind<PluginSearchSource> = {
  add: (source, { manifest }) => ({ searchSources: [searchSourceOf(manifest, source)] }),
  declared: (row: TitledRow, { use }) => ({
    ...row,
    search: async (words, options) => (await use((input) => input.search(words, options))) ?? [],
  }),
  sandboxed: {
    data: z.object({ id: partId, title: key }),
    most: 10,
    functions: {
      search: {
        output: z.unknown(),
        hasSignal: true,
        // Results that do not fit are refused where they are shown.
        outputFor: (results: unknown, _args: unknown, { reach }) => {
          const { data } = pluginSearchResults.safeParse(results)
          return data ? reach.results(data) : results
        },
        whenEnded: () => [],
      },
    },
  },
}

/** @returns the source: refusals, and results that do not fit, are sentences */
const searchSourceOf = (manifest: Manifest, { id, title, search }: PluginSearchSource): SearchSource => ({
  id: `${manifest.id}/${id}`,
  titleKey: `${manifest.id}:${title}`,
  search: async (words, signal) => {
    try {
      const { data } = pluginSearchResults.safeParse(await search(words, { signal }))
      if (!data) throw new PluginRefusal('app:palette.sources.unreadable')
      return data
    } catch (error) {
      if (!(error instanceof PluginRefusal)) throw error
      throw new SearchRefusal(sentenceOf(notificationOf(manifest, error.text)))
    }
  },
})
