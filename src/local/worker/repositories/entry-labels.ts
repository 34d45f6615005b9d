/** Labels on entries: those that the server sends with entries, and the effects of unsent changes. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isWithinLabel, labelKey, outerLabels, renamedWithin } from '../../../contract/label-names.ts'
import type { LabelEffect, ReceivedEntry } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { listed } from './listed.ts'

export const labelCounts: Handlers<'labels.counts'> = {
  'labels.counts': async (db) => {
    const { rows } = await sql<{ entryId: string; key: string; unread: number }>`
      select "l"."entryId", "l"."key", "s"."unread" from "entryLabels" as "l"
      join "entryStatus" as "s" on "s"."entryId" = "l"."entryId" where "l"."shown" = 1`.execute(db)
    const entries = new Map<string, Map<string, number>>()
    for (const { entryId, key, unread } of rows)
      for (const one of [...outerLabels(key), key])
        entries.set(one, (entries.get(one) ?? new Map()).set(entryId, unread))
    return Object.fromEntries(
      [...entries].map(([key, of]) => [
        key,
        { entries: of.size, unread: [...of.values()].reduce((sum, unread) => sum + unread, 0) },
      ]),
    )
  },
}

/** Overwrites what the server has confirmed, where it reported labels. @returns the ids of entries that changed */
export async function putLabels(db: Db, received: readonly ReceivedEntry[]): Promise<readonly string[]> {
  const known = received.filter((entry) => entry.labels !== undefined)
  const rows = known.flatMap(({ id, labels = [] }) => labels.map((name) => [id, labelKey(name), name]))
  const { rows: gone } = await sql<{ entryId: string }>`
    update "entryLabels" set "confirmed" = 0
    where "entryId" in ${listed(known.map(({ id }) => id))} and "confirmed" = 1
      and not exists (select 1 from json_each(${JSON.stringify(rows)}) as "j"
        where "j"."value" ->> 0 = "entryLabels"."entryId" and "j"."value" ->> 1 = "entryLabels"."key")
    returning "entryId"`.execute(db)
  if (gone.length > 0) await dropUnused(db)
  if (rows.length === 0) return gone.map(({ entryId }) => entryId)
  const { rows: written } = await sql<{ entryId: string }>`
    insert into "entryLabels" ("entryId", "key", "name", "confirmed")
    select "value" ->> 0, "value" ->> 1, "value" ->> 2, 1 from json_each(${JSON.stringify(rows)}) where true
    on conflict ("entryId", "key") do update set "confirmed" = 1, "name" = "excluded"."name"
    where "entryLabels"."confirmed" = 0 or "entryLabels"."name" <> "excluded"."name"
    returning "entryId"`.execute(db)
  return [...gone, ...written].map(({ entryId }) => entryId)
}

/** Applies an effect to the pending or the confirmed labels. @param only these entries, null: all */
export async function layLabels(
  db: Db,
  layer: 'pending' | 'confirmed',
  effect: LabelEffect,
  only: readonly string[] | null,
): Promise<void> {
  if (effect.do === 'label') {
    const ids = only ? effect.entryIds.filter((id) => only.includes(id)) : effect.entryIds
    const rows = ids.map((id) => [id, labelKey(effect.name), effect.name] as const)
    await (effect.on ? put(db, layer, rows) : take(db, layer, rows))
    return
  }
  if (effect.do === 'labelRestore') {
    const restored = effect.entries.filter(([id]) => only === null || only.includes(id))
    await put(
      db,
      layer,
      restored.flatMap(([id, names]) => names.map((name) => [id, labelKey(name), name] as const)),
    )
    return
  }
  const rows = await rowsWithin(db, layer, effect.name, only)
  await take(db, layer, rows)
  if (effect.do === 'labelDelete') return
  const renamed = rows.map(([id, , name]) => {
    const to = renamedWithin(name, effect.name, effect.to)
    return [id, labelKey(to), to] as const
  })
  await put(db, layer, renamed)
}

/** Removes the effects of unsent changes before they are applied again. */
export async function resetPendingLabels(db: Db, among: RawBuilder<unknown>): Promise<void> {
  await sql`update "entryLabels" set "pending" = null where "pending" is not null ${among}`.execute(db)
  await dropUnused(db)
}

async function dropUnused(db: Db): Promise<void> {
  await sql`delete from "entryLabels" where "confirmed" = 0 and "pending" is null`.execute(db)
}

/** An entry, the key of a label, its name. */
type LabelOfEntry = readonly [entryId: string, key: string, name: string]

async function put(db: Db, layer: 'pending' | 'confirmed', rows: readonly LabelOfEntry[]): Promise<void> {
  const column = sql.ref(layer)
  await sql`
    insert into "entryLabels" ("entryId", "key", "name", ${column})
    select "value" ->> 0, "value" ->> 1, "value" ->> 2, 1 from json_each(${JSON.stringify(rows)}) where true
    on conflict ("entryId", "key") do update set ${column} = 1, "name" = "excluded"."name"`.execute(db)
}

async function take(db: Db, layer: 'pending' | 'confirmed', rows: readonly LabelOfEntry[]): Promise<void> {
  await sql`
    update "entryLabels" set ${sql.ref(layer)} = 0
    where exists (select 1 from json_each(${JSON.stringify(rows)}) as "j"
      where "j"."value" ->> 0 = "entryLabels"."entryId" and "j"."value" ->> 1 = "entryLabels"."key")`.execute(
    db,
  )
}

/** The rows of a layer for a label and those within it. */
async function rowsWithin(
  db: Db,
  layer: 'pending' | 'confirmed',
  name: string,
  only: readonly string[] | null,
): Promise<LabelOfEntry[]> {
  const visible = layer === 'pending' ? sql`"shown"` : sql`"confirmed"`
  const { rows } = await sql<{ entryId: string; key: string; name: string }>`
    select "entryId", "key", "name" from "entryLabels" where ${visible} = 1
      ${only ? sql`and "entryId" in ${listed(only)}` : sql``}`.execute(db)
  return rows
    .filter(({ key }) => isWithinLabel(key, labelKey(name)))
    .map((row) => [row.entryId, row.key, row.name] as const)
}

/** True of an entry that shows a label or one within it. @param entryId a column @param key as labels are compared */
export const showsLabel = (entryId: RawBuilder<unknown>, key: string): RawBuilder<SqlBool> =>
  sql`(${entryId} in (select "l"."entryId" from "entryLabels" as "l" where "l"."shown" = 1
    and ("l"."key" = ${key} or ("l"."key" > ${`${key}/`} and "l"."key" < ${`${key}0`}))))`

/** True of an entry that shows any label. @param entryId a column */
export const isLabelled = (entryId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from "entryLabels" as "l" where "l"."entryId" = ${entryId} and "l"."shown" = 1)`
