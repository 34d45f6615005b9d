import { expect, test } from 'vitest'
import { readFetchProblem, fetchProblemMessage } from '../../../contract/fetch-problems.ts'
import { challengeIn } from './challenge.ts'

const HTML = { 'content-type': 'text/html; charset=UTF-8' }
const answer = (
  status: number,
  headers: Record<string, string>,
  body = '',
  url = 'https://blog.example/feed',
) => ({
  url,
  status,
  headers,
  bytes: new TextEncoder().encode(body),
})
const rss = `<rss><channel><title>Blocked</title><description>${'<title>Just a moment...</title> whoa there, pardner! id="anubis_challenge"'.replaceAll('<', '&lt;')}</description></channel></rss>`

test.each([
  ['challenge', 'Cloudflare', answer(403, { ...HTML, 'cf-mitigated': 'challenge' })],
  ['challenge', 'Cloudflare', answer(503, HTML, '<html><head><title>Just a moment...</title>')],
  [
    'challenge',
    'Cloudflare',
    answer(403, HTML, '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate">'),
  ],
  [
    'blocked',
    'Cloudflare',
    answer(403, { ...HTML, server: 'cloudflare' }, '<title>Attention Required! | Cloudflare</title>'),
  ],
  [
    'blocked',
    'Cloudflare',
    answer(403, { 'content-type': 'text/plain', server: 'cloudflare' }, 'error code: 1020'),
  ],
  ['challenge', 'AWS WAF', answer(202, { ...HTML, 'x-amzn-waf-action': 'challenge' })],
  ['challenge', 'Vercel', answer(429, { ...HTML, 'x-vercel-mitigated': 'challenge' })],
  ['challenge', 'DataDome', answer(403, { ...HTML, 'x-datadome': 'protected' })],
  ['challenge', 'DDoS-Guard', answer(403, { ...HTML, server: 'ddos-guard' })],
  ['challenge', 'Imperva', answer(200, HTML, '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=31">')],
  ['blocked', 'Sucuri', answer(403, HTML, '<title>Sucuri WebSite Firewall - Access Denied</title>')],
  ['blocked', 'Akamai', answer(403, { ...HTML, server: 'AkamaiGHost' }, '<TITLE>Access Denied</TITLE>')],
  [
    'challenge',
    'Anubis',
    answer(200, HTML, '<!doctype html><script id="anubis_challenge" type="application/json">'),
  ],
  [
    'blocked',
    'Reddit',
    answer(403, { 'content-type': 'application/json' }, '{"error":403}', 'https://www.reddit.com/r/a/.rss'),
  ],
  ['blocked', 'Reddit', answer(429, HTML, '<h1>whoa there, pardner!</h1>')],
  ['blocked', 'Tumblr', answer(429, HTML, '', 'https://ann.tumblr.com/rss')],
  [
    'consent',
    'Tumblr',
    answer(200, HTML, '<title>Tumblr</title>', 'https://www.tumblr.com/privacy/consent?redirect=x'),
  ],
] as const)('%s by %s', (key, service, response) => {
  expect(challengeIn(response)).toEqual({ key, service })
})

test.each([
  ['a feed that quotes such pages', answer(200, { 'content-type': 'application/rss+xml' }, rss)],
  ['a feed called HTML that quotes them', answer(200, HTML, rss.replaceAll('id="', ''))],
  ['a feed without a type', answer(200, {}, rss)],
  ['a feed behind Cloudflare', answer(200, { 'content-type': 'text/xml', server: 'cloudflare' }, rss)],
  ['a plain refusal', answer(403, HTML, '<h1>Forbidden</h1>')],
  [
    'a refusal of the site itself behind Cloudflare',
    answer(403, { ...HTML, server: 'cloudflare' }, 'Members only'),
  ],
  [
    'a page that such a service has added a script to',
    answer(403, HTML, '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>Members only'),
  ],
  [
    'a page with a script of Imperva',
    answer(200, HTML, '<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>'),
  ],
  ['a fault of Reddit', answer(500, HTML, '', 'https://www.reddit.com/r/a/.rss')],
  ['a site whose name ends alike', answer(403, HTML, '', 'https://notreddit.com/feed')],
] as const)('%s is none', (name, response) => {
  expect(challengeIn(response), name).toBeNull()
})

test('the reader finds the problem in the message again', () => {
  for (const key of ['challenge', 'blocked', 'consent'] as const) {
    const message = fetchProblemMessage({ key, service: 'AWS WAF' }, 403)
    expect(message).toMatch(/^AWS WAF .* \(HTTP 403\)$/)
    expect(readFetchProblem(message)).toEqual({ key, values: { service: 'AWS WAF', status: '403' } })
  }
  for (const other of ['The site refuses to give out the feed (HTTP 403)', '', 'Cloudflare'])
    expect(readFetchProblem(other)).toBeNull()
})
