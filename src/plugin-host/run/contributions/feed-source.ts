import { z } from 'zod'
import type { FeedSource } from '../../../features/feature.ts'
import {
  PluginRefusal,
  type FeedQuery,
  type FoundFeed,
  type PluginFeedSource,
} from '../../../plugin-api/client.ts'
import { foundFeeds } from '../../../plugin-api/found-feeds.ts'
import { key, partId } from '../../sandbox/schemas.ts'
import type { FeedSourceRow } from '../../../plugin-api/contributes.ts'
import { declaredLoader } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { notificationOf, sentenceOf } from './plugin-message.ts'

export const feedSource: Kind<PluginFeedSource> = {
  add: (source, contributor) => ({ feedSources: [feedSourceOf(source, contributor)] }),
  declared: (row: FeedSourceRow, declaration, contributor) => ({
    ...row,
    load: declaredLoader(declaration, (given) => loaderOf(given, contributor)),
  }),
  sandboxed: {
    data: z.object({
      id: partId,
      title: key,
      hasLanguage: z.boolean().optional(),
      inCategories: z.boolean().optional(),
    }),
    most: 5,
    functions: { find: { output: z.unknown(), limitMs: 10_000 } },
    // It takes the place of no other plugin's source.
    dataFor: (data: { readonly id: string }, { id }) => ({ ...data, id: `${id}/${data.id}` }),
  },
}

type SourceParts = Pick<Contributor, 'manifest' | 'broke'>
/** Tabs of Discover, by their names in the address. */
const readerTabs = ['rss', 'inbox', 'user', 'import']

/** @throws for the id of a tab that the reader has itself */
function feedSourceOf(source: PluginFeedSource, parts: SourceParts): FeedSource {
  const { id, title, hasLanguage = false, inCategories = false } = source
  if (readerTabs.includes(id)) throw new Error(`The reader has a tab ${id}`)
  return {
    id,
    titleKey: titleKeyOf(title, parts),
    schemes: 'load' in source ? (source.schemes ?? []) : [],
    hasLanguage,
    inCategories,
    load: guarded(loaderOf(source, parts), parts.broke),
  }
}

const titleKeyOf = (title: string, { manifest }: SourceParts): string => `${manifest.id}:${title}`

function loaderOf(source: PluginFeedSource, parts: SourceParts): FeedSource['load'] {
  if ('load' in source) return source.load
  const { id, title, find } = source
  return async () => {
    const { createFeedFinder } = await import('../parts/feed-finder.tsx')
    return {
      default: createFeedFinder({ id, titleKey: titleKeyOf(title, parts), find: finder(find, parts) }),
    }
  }
}

/** The same function: refusals, and results that do not fit, are sentences; every other error stops the plugin. */
const finder =
  (
    find: (query: FeedQuery) => Promise<readonly FoundFeed[]> | readonly FoundFeed[],
    { manifest, broke }: SourceParts,
  ) =>
  async (query: FeedQuery): Promise<readonly FoundFeed[]> => {
    try {
      const { data } = foundFeeds.safeParse(await find(query))
      if (!data) throw new PluginRefusal('app:plugin.feeds.unreadable')
      return data
    } catch (error) {
      if (error instanceof PluginRefusal)
        throw new Error(sentenceOf(notificationOf(manifest, error.text)), { cause: error })
      broke(error)
      throw error
    }
  }
