/** Tracking parameters of links: they identify the e-mail, campaign or click, and do not change the page. */
const TRACKING =
  /^(utm_\w+|hsa_\w+|pk_\w+|mtm_\w+|matomo_\w+|piwik_\w+|oly_(anon|enc)_id|vero_(conv|id)|_hs(enc|mi)|__hs(fp|sc|tc)|hsctatracking|mc_(cid|eid|tc)|fbclid|fb_(action_ids|action_types|source|ref)|gcl(id|src)|dclid|gbraid|wbraid|msclkid|yclid|ymclid|_openstat|twclid|ttclid|tclid|igshid?|li_fat_id|epik|irclickid|rb_clickid|s_cid|ml_subscriber(_hash)?|mkt_tok|wickedid|rdt_cid|sc_cid|cmpid|icid|ncid|ns_(campaign|source|mchannel|linkname)|xtor|at_(campaign|medium|custom\d*)|wt_?mc|trk(campaign|id)|sourceid_src|guce_referrer(_sig)?|guccounter)$/i

/** @param name of a parameter in the query of an address */
export const isTrackingParameter = (name: string): boolean => TRACKING.test(name)
