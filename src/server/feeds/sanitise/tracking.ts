/** Tracking parameters of links: they identify the e-mail, campaign or click, and do not change the page. */
const TRACKING =
  /^(utm_\w+|hsa_\w+|pk_\w+|mtm_\w+|matomo_\w+|piwik_\w+|oly_(anon|enc)_id|vero_(conv|id)|_hs(enc|mi)|__hs(fp|sc|tc)|hsctatracking|mc_(cid|eid|tc)|fbclid|fb_(action_ids|action_types|source|ref)|gcl(id|src)|dclid|gbraid|wbraid|msclkid|yclid|ymclid|_openstat|twclid|ttclid|tclid|igshid?|li_fat_id|epik|irclickid|rb_clickid|s_cid|ml_subscriber(_hash)?|mkt_tok|wickedid|rdt_cid|sc_cid|cmpid|icid|ncid|ns_(campaign|source|mchannel|linkname)|xtor|at_(campaign|medium|custom\d*)|wt_?mc|trk(campaign|id)|sourceid_src|guce_referrer(_sig)?|guccounter)$/i

/** @param address absolute @returns the same without those parameters, everything else exactly as it was, and their number */
export function withoutTracking(address: string): { readonly address: string; readonly removed: number } {
  const [, before = address, query, hash = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return { address, removed: 0 }
  const parts = query.split('&')
  const retained = parts.filter((part) => !TRACKING.test(nameOf(part)))
  const removed = parts.length - retained.length
  if (removed === 0) return { address, removed }
  return { address: `${before}${retained.length > 0 ? `?${retained.join('&')}` : ''}${hash}`, removed }
}

const nameOf = (part: string): string => part.replace(/^amp;/, '').replace(/=.*$/s, '')
