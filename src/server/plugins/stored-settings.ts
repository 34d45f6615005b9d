/** A user's settings of a plugin: plain values and encrypted secrets. */
import { lockUser } from '../storage/accounts/users.ts'
import type { Storage } from '../storage/open.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { Refusal } from '../http/refusal.ts'
import type { Seal } from './sealed.ts'

export type StoredSettings = {
  readonly values: Record<string, unknown>
  readonly secrets: Record<string, string>
}

/** Ids of the plugins with settings of a user. */
export async function pluginsSetBy({ db }: Storage, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pluginSettings')
    .select('plugin')
    .where('userId', '=', userId)
    .orderBy('plugin')
    .execute()
  return rows.map(({ plugin }) => plugin)
}

/** Users who have set something of a plugin. */
export async function usersOfPlugin({ db }: Storage, plugin: string): Promise<string[]> {
  const rows = await db.selectFrom('pluginSettings').select('userId').where('plugin', '=', plugin).execute()
  return rows.map(({ userId }) => userId)
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
  // A value that an older version of the plugin stored may no longer fit: it gets its default, the others are used.
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

/** Settings of a plugin up to this length are always accepted, so that a full account can switch it and shorten them. */
const SMALL = 10_000

/** @returns approximate bytes that a change adds; 0 where little is stored afterwards */
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

/** Writes some values and secrets; the others are unchanged. @throws Refusal invalidSettingPayload, naming the field */
export async function storeSettings(
  storage: Storage,
  seal: Seal,
  userId: string,
  manifest: Manifest,
  sent: { values?: Record<string, unknown> | undefined; secrets?: Record<string, string> | undefined },
): Promise<void> {
  const change = asSecrets(manifest, sent)
  const unknown = [
    ...Object.keys(change.values).filter((key) => !(key in manifest.settings.shape)),
    ...Object.keys(change.secrets).filter((key) => !manifest.secrets.includes(key)),
  ]
  if (unknown.length > 0)
    throw new Refusal('invalidSettingPayload', `${manifest.id} has no setting ${unknown.join(', ')}`)
  for (const [name, text] of Object.entries(change.secrets)) {
    const issue = text === '' ? undefined : manifest.secretChecks?.[name]?.safeParse(text).error?.issues[0]
    if (issue) throw new Refusal('invalidSettingPayload', `${name}: ${issue.message}`)
  }
  await storage.db.transaction().execute(async (db) => {
    await lockUser({ ...storage, db }, userId)
    const before = await storedSettings({ ...storage, db }, userId, manifest)
    const checked = manifest.settings.safeParse({ ...before.values, ...change.values })
    if (!checked.success) {
      const text = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      throw new Refusal('invalidSettingPayload', text)
    }
    const input = Object.entries(change.secrets)
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

/** A setting of an older version may be a secret now: a browser with that version still sends it as a value. */
function asSecrets(
  { secrets }: Manifest,
  sent: { values?: Record<string, unknown> | undefined; secrets?: Record<string, string> | undefined },
): StoredSettings {
  const isMoved = ([name, value]: [string, unknown]): boolean =>
    secrets.includes(name) && typeof value === 'string'
  const values = Object.entries(sent.values ?? {})
  return {
    values: Object.fromEntries(values.filter((one) => !isMoved(one))),
    secrets: { ...(Object.fromEntries(values.filter(isMoved)) as Record<string, string>), ...sent.secrets },
  }
}

/**
 * Seals settings that older versions stored as values and that are secrets now. Runs at each start: a plugin's next version may
 * have more. Reads only the rows whose text has such a name.
 */
export async function sealOldValues(
  { db }: Storage,
  seal: Seal,
  manifests: readonly Manifest[],
): Promise<void> {
  for (const manifest of manifests) {
    const { id, secrets } = manifest
    if (secrets.length === 0) continue
    const rows = await db
      .selectFrom('pluginSettings')
      .select(['userId', 'payload', 'secrets'])
      .where('plugin', '=', id)
      .where((on) => on.or(secrets.map((name) => on('payload', 'like', `%"${name}":%`))))
      .execute()
    for (const row of rows) {
      const moved = asSecrets(manifest, { values: JSON.parse(row.payload) as Record<string, unknown> })
      const found = Object.entries(moved.secrets)
      if (found.length === 0) continue
      const sealed = {
        ...Object.fromEntries(
          found.filter(([, text]) => text !== '').map(([name, text]) => [name, seal.close(text)]),
        ),
        ...(JSON.parse(row.secrets) as Record<string, string>),
      }
      await db
        .updateTable('pluginSettings')
        .set({ payload: JSON.stringify(moved.values), secrets: JSON.stringify(sealed) })
        .where('userId', '=', row.userId)
        .where('plugin', '=', id)
        // Its owner may have changed it meanwhile.
        .where('payload', '=', row.payload)
        .execute()
    }
  }
}

function without<T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}
