/** Which host names form one site, and which sites one family: they share a queue and a back-off. */
import { numericAddress } from './address.ts'

/**
 * The full public suffix list is 300 kB and changes weekly. Here it only decides which hosts share a budget, so the rule
 * is short: the last two labels, or three below a registry's second level (`co.uk`, `com.au`) or a platform that
 * gives each of its users a name. A missing suffix makes unrelated sites share a queue of two, nothing worse.
 */
const SECOND_LEVEL =
  /^(ac|asn|co|com|edu|go|gob|gouv|gov|govt|gv|id|info|ltd|me|mil|ne|net|nhs|nom|or|org|plc|sch|school|web)$/
const PLATFORMS = new Set([
  'blogspot.com',
  'codeberg.page',
  'fly.dev',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'micro.blog',
  'neocities.org',
  'netlify.app',
  'onrender.com',
  'pages.dev',
  'substack.com',
  'tumblr.com',
  'vercel.app',
  'web.app',
  'wordpress.com',
  'workers.dev',
])

/**
 * The family of a site: the platform that serves it with thousands of others, else the site itself.
 * Platforms count requests over all their names.
 * @param site as in siteOf
 */
export function familyOf(site: string): string {
  const suffix = site.split('.').slice(-2).join('.')
  return PLATFORMS.has(suffix) ? suffix : site
}

/** @returns the registrable name of the URL's host, or its numeric address */
export function siteOf(url: URL): string {
  const host = url.hostname.toLowerCase().replace(/\.+$/, '')
  // Names never end like an address. Parsing is expensive, and this runs for every entry.
  if (/[\d\]]$/.test(host) && numericAddress(host)) return host
  const labels = host.split('.')
  const [second, top] = labels.slice(-2)
  const isSuffix = PLATFORMS.has(`${second}.${top}`) || (top?.length === 2 && SECOND_LEVEL.test(second ?? ''))
  return labels.slice(isSuffix ? -3 : -2).join('.')
}
