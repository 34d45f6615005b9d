/** A user's settings of a plugin: plain values and encrypted secrets. */
import type { Storage } from '../storage/open.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { Refusal } from '../http/refusal.ts'
import type { Seal } from './sealed.ts'

export type StoredSettings = {
  readonly values: Record<string, unknown>
  readonly secrets: Record<string, string>
}

/** Ids of the plugins of which a user has set something. */
export async function pluginsSetBy({ db }: Storage, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pluginSettings')
    .select('plugin')
    .where('userId', '=', userId)
    .orderBy('plugin')
    .execute()
  return rows.map(({ plugin }) => plugin)
}

/** @returns values with the schema's defaults filled in, and the secrets as they are sealed */
export async function storedSettings(
  storage: Storage,
  userId: string,
  manifest: Manifest,
): Promise<StoredSettings> {
  const row = await storage.db
    .selectFrom('pluginSettings')
    .select(['payload', 'secrets'])
    .where('userId', '=', userId)
    .where('plugin', '=', manifest.id)
    .executeTakeFirst()
  const stored = row ? (JSON.parse(row.payload) as Record<string, unknown>) : {}
  const checked = manifest.settings.safeParse(stored)
  // A value that an older version of the plugin stored may no longer fit: the others stand, that one falls to its default.
  const values = checked.success
    ? checked.data
    : manifest.settings.parse(
        without(
          stored,
          checked.error.issues.map((issue) => String(issue.path[0])),
        ),
      )
  return { values, secrets: row ? (JSON.parse(row.secrets) as Record<string, string>) : {} }
}

/** Settings of a plugin that are no longer than this always fit, so that a full account can switch and shorten them. */
const SMALL = 10_000

/** @returns about how many bytes a change adds to what is stored; 0 where it leaves little */
export async function growthBy(
  storage: Storage,
  userId: string,
  manifest: Manifest,
  { values = {}, secrets = {} }: Partial<StoredSettings>,
): Promise<number> {
  const before = await storedSettings(storage, userId, manifest)
  const after = { values: { ...before.values, ...values }, secrets: { ...before.secrets, ...secrets } }
  const size = JSON.stringify(after).length
  return size <= SMALL ? 0 : Math.max(0, size - JSON.stringify(before).length)
}

/** Writes some values and secrets, the others stay. @throws Refusal invalidSettingPayload, naming the field */
export async function storeSettings(
  storage: Storage,
  seal: Seal,
  userId: string,
  manifest: Manifest,
  change: { values?: Record<string, unknown> | undefined; secrets?: Record<string, string> | undefined },
): Promise<void> {
  const unknown = [
    ...Object.keys(change.values ?? {}).filter((key) => !(key in manifest.settings.shape)),
    ...Object.keys(change.secrets ?? {}).filter((key) => !manifest.secrets.includes(key)),
  ]
  if (unknown.length > 0)
    throw new Refusal('invalidSettingPayload', `${manifest.id} has no setting ${unknown.join(', ')}`)
  await storage.db.transaction().execute(async (db) => {
    const before = await storedSettings({ ...storage, db }, userId, manifest)
    const checked = manifest.settings.safeParse({ ...before.values, ...change.values })
    if (!checked.success) {
      const text = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      throw new Refusal('invalidSettingPayload', text)
    }
    const input = Object.entries(change.secrets ?? {})
    const secrets = {
      ...without(
        before.secrets,
        input.map(([name]) => name),
      ),
      ...Object.fromEntries(
        input.filter(([, text]) => text !== '').map(([name, text]) => [name, seal.close(text)]),
      ),
    }
    const row = { payload: JSON.stringify(checked.data), secrets: JSON.stringify(secrets) }
    await db
      .insertInto('pluginSettings')
      .values({ userId, plugin: manifest.id, ...row })
      .onConflict((conflict) => conflict.columns(['userId', 'plugin']).doUpdateSet(row))
      .execute()
  })
}

function without<T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}
