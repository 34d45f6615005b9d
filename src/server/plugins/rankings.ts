/** The rankings of the query language by the plugins that a user has on. */
import { PluginRefusal, z, type Manifest } from '../../plugin-api/manifest.ts'
import type { RankingInput } from '../../plugin-api/server.ts'
import { noRanking, type RankEntries } from '../access/plugin-rankings.ts'
import type { Services } from '../http/routes.ts'
import { storedSettings } from './stored-settings.ts'

type Question = {
  readonly userId: string
  readonly manifest: Manifest
  readonly name: string
  readonly input: RankingInput
  readonly signal: AbortSignal
}
const answer = z.array(z.object({ id: z.string(), nearness: z.number().max(1).min(-1) }))

/** @param ask runs the handler. @throws PluginRefusal, or what the plugin throws */
export const createRankings =
  (
    { storage, log }: Pick<Services, 'storage' | 'log'>,
    builtIn: readonly Manifest[],
    ask: (question: Question) => Promise<unknown>,
  ): RankEntries =>
  async (userId, { ranking, value, limit, signal }) => {
    for (const manifest of builtIn.filter(({ rankings }) => rankings?.includes(ranking))) {
      const { values } = await storedSettings(storage, userId, manifest)
      if (values[manifest.enabledBy] !== true) continue
      const plugin = manifest.id
      try {
        const output = await ask({ userId, manifest, name: ranking, input: { value, limit }, signal })
        const { data } = answer.safeParse(output)
        if (!data) throw new PluginRefusal('plugin.badAnswers')
        return { ok: true, entries: data.slice(0, limit) }
      } catch (error) {
        if (error instanceof PluginRefusal) return { ok: false, plugin, words: error.text }
        log.warn('A plugin failed in a ranking', { plugin, cause: error })
        const reason = error instanceof Error ? error.message : String(error)
        return { ok: false, plugin, words: { key: 'plugin.jobFailed', values: { reason } } }
      }
    }
    return noRanking(ranking)
  }
