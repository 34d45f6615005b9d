import { sql, type Kysely } from 'kysely'

type Tables = {
  entries: { id: string; feedId: string; guid: string }
  removedEntries: { feedId: string; guid: string }
}

const PAGE = 2000
const TRACKING =
  /^(utm_\w+|hsa_\w+|pk_\w+|mtm_\w+|matomo_\w+|piwik_\w+|oly_(anon|enc)_id|vero_(conv|id)|_hs(enc|mi)|__hs(fp|sc|tc)|hsctatracking|mc_(cid|eid|tc)|fbclid|fb_(action_ids|action_types|source|ref)|gcl(id|src)|dclid|gbraid|wbraid|msclkid|yclid|ymclid|_openstat|twclid|ttclid|tclid|igshid?|li_fat_id|epik|irclickid|rb_clickid|s_cid|ml_subscriber(_hash)?|mkt_tok|wickedid|rdt_cid|sc_cid|cmpid|icid|ncid|ns_(campaign|source|mchannel|linkname)|xtor|at_(campaign|medium|custom\d*)|wt_?mc|trk(campaign|id)|sourceid_src|guce_referrer(_sig)?|guccounter)$/i

/**
 * Guids without the parameters that count clicks, as new entries have them: those differ at each fetch. Of the duplicates of one
 * entry, one gets the guid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>
  for (let after = ''; ;) {
    const rows = await tables
      .selectFrom('entries')
      .select(['id', 'feedId', 'guid'])
      .where('guid', 'like', '%?%')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, feedId, guid } of rows) {
      const plain = withoutTracking(guid)
      if (plain === guid) continue
      await tables
        .updateTable('entries')
        .set({ guid: plain })
        .where('id', '=', id)
        .where(sql<boolean>`not exists (select 1 from entries as same
          where same."feedId" = ${feedId} and same.guid = ${plain})`)
        .execute()
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.id
  }
  const removed = await tables
    .selectFrom('removedEntries')
    .select(['feedId', 'guid'])
    .where('guid', 'like', '%?%')
    .execute()
  for (const { feedId, guid } of removed) {
    const plain = withoutTracking(guid)
    if (plain === guid) continue
    await tables
      .insertInto('removedEntries')
      .values({ feedId, guid: plain })
      .onConflict((on) => on.columns(['feedId', 'guid']).doNothing())
      .execute()
    await tables.deleteFrom('removedEntries').where('feedId', '=', feedId).where('guid', '=', guid).execute()
  }
}

function withoutTracking(address: string): string {
  const [, before = '', query, hash = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return address
  const parts = query.split('&')
  const retained = parts.filter((part) => !TRACKING.test(part.replace(/^amp;/, '').replace(/=.*$/s, '')))
  if (retained.length === parts.length) return address
  return `${before}${retained.length > 0 ? `?${retained.join('&')}` : ''}${hash}`
}
