/** Recognises responses that reject programs: challenges, blocks, consent pages. Pure. */
import type { FetchProblem } from '../../../contract/fetch-problems.ts'
import { siteOf, type OutboundResponse } from '../../outbound/index.ts'

/** All conditions of a rule hold. `statuses` absent: any status. */
type Rule = FetchProblem & {
  readonly statuses?: readonly number[]
  /** Name of a header and what its value matches. */
  readonly header?: readonly [name: string, value: RegExp]
  /** Matched against the beginning of an HTML body. */
  readonly page?: RegExp
  /** Name of the site, as in `siteOf`, or the end of it. */
  readonly site?: string
  readonly path?: RegExp
}

const REFUSED = [401, 403, 405, 429, 503]
/** Bytes of a page that are searched. */
const SEARCHED = 65_536

/** The first rule that matches names the service. Headers first: a page is less reliable, and may quote others. */
const rules: readonly Rule[] = [
  { key: 'challenge', service: 'Cloudflare', header: ['cf-mitigated', /challenge/i] },
  { key: 'challenge', service: 'AWS WAF', header: ['x-amzn-waf-action', /challenge|captcha/i] },
  { key: 'challenge', service: 'Vercel', header: ['x-vercel-mitigated', /challenge/i] },
  { key: 'blocked', service: 'Vercel', header: ['x-vercel-mitigated', /deny/i] },
  { key: 'challenge', service: 'DataDome', statuses: REFUSED, header: ['x-datadome', /./] },
  {
    key: 'challenge',
    service: 'Cloudflare',
    statuses: REFUSED,
    page: /<title>Just a moment\.\.\.<\/title>|\/challenge-platform\/[^"']*orchestrate|_cf_chl_opt|cf-browser-verification/i,
  },
  {
    key: 'blocked',
    service: 'Cloudflare',
    statuses: REFUSED,
    header: ['server', /^cloudflare/i],
    page: /Attention Required! \| Cloudflare|cf-error-details|error code: 10\d\d/i,
  },
  { key: 'challenge', service: 'DDoS-Guard', statuses: REFUSED, header: ['server', /^ddos-guard/i] },
  { key: 'challenge', service: 'Imperva', page: /<iframe[^>]*_Incapsula_Resource|Incapsula incident ID/ },
  { key: 'blocked', service: 'Sucuri', statuses: REFUSED, page: /Sucuri WebSite Firewall/i },
  {
    key: 'blocked',
    service: 'Akamai',
    statuses: [403],
    header: ['server', /^AkamaiGHost/i],
    page: /<title>Access Denied<\/title>/i,
  },
  { key: 'challenge', service: 'Anubis', page: /id="anubis_(challenge|version)"/ },
  { key: 'blocked', service: 'Reddit', statuses: REFUSED, site: 'reddit.com' },
  {
    key: 'blocked',
    service: 'Reddit',
    statuses: REFUSED,
    page: /whoa there, pardner|blocked by network security/i,
  },
  { key: 'blocked', service: 'Tumblr', statuses: REFUSED, site: 'tumblr.com' },
  { key: 'consent', service: 'Tumblr', path: /^\/privacy\/consent\b/, page: /tumblr/i },
]

type Answer = Pick<OutboundResponse, 'url' | 'status' | 'headers' | 'bytes'>

/** The service that rejected the request, and how; null for every other response. */
export function challengeIn({ url, status, headers, bytes }: Answer): FetchProblem | null {
  const address = new URL(url)
  const site = siteOf(address)
  let page: string | undefined
  /** Read only where a rule needs it; a feed may quote anything. */
  const html = () => (page ??= htmlIn(headers['content-type'], bytes))
  const rule = rules.find(
    (one) =>
      (!one.statuses || one.statuses.includes(status)) &&
      (!one.header || one.header[1].test(headers[one.header[0]] ?? '')) &&
      (!one.site || site === one.site || site.endsWith(`.${one.site}`)) &&
      (!one.path || one.path.test(address.pathname)) &&
      (!one.page || one.page.test(html())),
  )
  return rule ? { key: rule.key, service: rule.service } : null
}

/** The beginning of a page; empty for anything but HTML, except the plain text of a refusal. */
function htmlIn(type: string | undefined, bytes: Uint8Array): string {
  const isPage = /html/i.test(type ?? '')
  const isText = !type || /^text\/plain/i.test(type)
  if (!isPage && !isText) return ''
  const text = new TextDecoder().decode(bytes.subarray(0, SEARCHED))
  return isPage || /^\s*(<!doctype html|<html|error code: )/i.test(text) ? text : ''
}
