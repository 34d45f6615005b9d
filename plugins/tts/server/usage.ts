/** How much each user has had read by the service that the administrator pays for. */
import type { Kysely } from 'kysely'
import { PluginRefusal } from '../../../src/plugin-api/server.ts'

export type UsageTables = { ttsUsage: { userId: string; day: string; characters: number } }

/**
 * Counts characters.
 * @param limit of a day (UTC); 0: none
 * @throws PluginRefusal `speech.quota` when the limit is reached
 */
export async function countCharacters(
  db: Kysely<UsageTables>,
  userId: string,
  characters: number,
  limit: number,
): Promise<void> {
  if (limit === 0) return
  if (characters > limit) throw new PluginRefusal('speech.quota', { limit })
  const counted = await db
    .insertInto('ttsUsage')
    .values({ userId, day: today(), characters })
    .onConflict((on) =>
      on
        .columns(['userId', 'day'])
        .doUpdateSet((eb) => ({ characters: eb('ttsUsage.characters', '+', characters) }))
        .where('ttsUsage.characters', '<=', limit - characters),
    )
    .returning('characters')
    .executeTakeFirst()
  if (!counted) throw new PluginRefusal('speech.quota', { limit })
}

/** What was not spoken costs nothing. */
export async function refundCharacters(
  db: Kysely<UsageTables>,
  userId: string,
  characters: number,
): Promise<void> {
  await db
    .updateTable('ttsUsage')
    .set((eb) => ({ characters: eb('characters', '-', characters) }))
    .where('userId', '=', userId)
    .where('day', '=', today())
    .where('characters', '>=', characters)
    .execute()
}

const today = (): string => new Date().toISOString().slice(0, 10)
