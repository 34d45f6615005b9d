/** The rankings of plugins: which entries are near to one, or to words, for the query language. */
import type { NearTerm } from '../../contract/query/ast.ts'
import type { PluginText } from '../../plugin-api/manifest.ts'
import type { NearEntry } from '../../plugin-api/server.ts'

/** `plugin`: whose message it is; null where no plugin of the user ranks. */
export type Ranked =
  | { readonly ok: true; readonly entries: readonly NearEntry[] }
  | { readonly ok: false; readonly plugin: string | null; readonly words: PluginText }

/** The nearest entries first, of all that a plugin of the user knows, also of those that they may no longer see. */
export type RankEntries = (
  userId: string,
  question: Pick<NearTerm, 'ranking' | 'value'> & { readonly limit: number; readonly signal: AbortSignal },
) => Promise<Ranked>

/** The dispatcher is created before the plugin host, which provides these when it starts. */
export type PluginRankingsHolder = {
  readonly rank: RankEntries
  readonly provide: (rank: RankEntries) => void
}

export function createPluginRankings(): PluginRankingsHolder {
  let current: RankEntries = async (_, { ranking }) => noRanking(ranking)
  return {
    rank: (userId, question) => current(userId, question),
    provide: (rank) => {
      current = rank
    },
  }
}

/** No plugin of the user that is on answers the field. */
export const noRanking = (field: NearTerm['ranking']): Ranked => ({
  ok: false,
  plugin: null,
  words: { key: 'app:query.errors.noRanking', values: { field } },
})
