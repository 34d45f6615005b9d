/** Search sources of a plugin. */
import { SearchRefusal, type SearchSource } from '../../../model/search/provided-sources.ts'
import { PluginRefusal, type PluginSearchSource } from '../../../plugin-api/client.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import { pluginSearchResults } from '../../../plugin-api/search.ts'
import { notificationOf, sentenceOf } from './plugin-message.ts'

/** @returns the source: refusals, and results that do not fit, are sentences */
export const searchSourceOf = (
  manifest: Manifest,
  { id, title, search }: PluginSearchSource,
): SearchSource => ({
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
