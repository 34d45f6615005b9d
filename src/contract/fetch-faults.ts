/** Why a fetch failed, and other messages of a feed's history: the server writes them in English, the reader translates them. */

import { createMessages } from './message-templates.ts'

/** The server's messages. Translations: locales errors.json, `fault`. */
const templates = {
  badRequest: 'The site did not understand the request (HTTP {{status}})',
  needsPassword: 'The feed wants a name and a password (HTTP {{status}})',
  needsPayment: 'The feed wants to be paid for (HTTP {{status}})',
  refused: 'The site refuses to give out the feed (HTTP {{status}})',
  notFound: 'There is no feed at this address any more (HTTP {{status}})',
  notAcceptable: 'The site has no form of the feed that can be read (HTTP {{status}})',
  waitedTooLong: 'The site waited too long (HTTP {{status}})',
  goneForGood: 'The feed is gone for good (HTTP {{status}})',
  tooMany: 'The site asks for fewer requests (HTTP {{status}})',
  legal: 'The site may not show the feed for legal reasons (HTTP {{status}})',
  behindDoor: 'The site has a fault behind its front door (HTTP {{status}})',
  siteFault: 'The site has a fault (HTTP {{status}})',
  overloaded: 'The site is overloaded or under repair (HTTP {{status}})',
  unexpectedAnswer: 'The site gave an unexpected answer (HTTP {{status}})',
  timeout: '{{host}} did not respond in time',
  slow: '{{host}} sends too slowly',
  dns: 'The domain {{host}} was not found (DNS)',
  tlsExpired: 'The secure connection to {{host}} failed: its certificate has expired',
  tlsEarly: 'The secure connection to {{host}} failed: its certificate is not valid yet',
  tlsRevoked: 'The secure connection to {{host}} failed: its certificate was revoked',
  tlsName: 'The secure connection to {{host}} failed: its certificate belongs to another name',
  tlsSelf: 'The secure connection to {{host}} failed: its certificate is signed by itself',
  tlsUntrusted:
    'The secure connection to {{host}} failed: its certificate is signed by nobody whom this server trusts',
  tlsNone: 'The secure connection to {{host}} failed: there is no https at this address',
  tlsOther: 'The secure connection to {{host}} failed: the two found no way to encrypt',
  connectionRefused: 'The site refused the connection',
  connectionClosed: 'The site closed the connection before it responded',
  brokeOff: 'The site broke off its answer before the end',
  hostUnreachable: 'This server has no network route to the site (host unreachable)',
  networkUnreachable: 'This server has no network route to the site (network unreachable)',
  addressUnavailable: 'This server has no network route to the site (address not available)',
  invalidHttp: '{{host}} sent an invalid HTTP response',
  failed: 'The request failed',
  cancelled: 'The request was cancelled',
  circle: 'The address is redirected in a circle',
  redirects: 'The address was redirected more than {{count}} times',
  notWeb: 'This is not a web address',
  twoReadings: 'This address could be read in more than one way',
  privateAddress: '{{host}} is an address inside a network, which Lectern does not fetch',
  scheme: 'Only http and https addresses are fetched, not {{scheme}}',
  port: 'Port {{port}} does not belong to the web',
  hostRefused: 'Requests to {{host}} are not permitted here',
  packedAs: 'The answer is packed as {{encoding}}, which nobody asked for',
  unpacking: 'The answer cannot be unpacked ({{detail}})',
  tooLarge: 'The answer is larger than {{size}} MB',
  leftAlone: '{{site}} asks to be left alone until {{time}}',
  empty: 'The answer is empty',
  sentNothing: 'The site sent nothing',
  page: 'This is a web page, not a feed',
  noFeed: 'This is not a feed',
  json: 'This is JSON, but not a feed',
  neither: 'This is neither XML nor whole JSON',
  noneFound: 'No feed was found at this address',
  readTime: '{{subject}} took too long to read',
  readSize: '{{subject}} is too large to be read',
  readBroken: '{{subject}} could not be read ({{detail}})',
  busy: 'Too many documents are being read at the moment: try again later',
  neverSent: 'The site says that nothing changed, but has never sent the feed',
  notParsed: 'The site says that nothing changed since its last answer, and that could not be read',
  noFetcher:
    'This feed is fetched through an outside fetcher, and none is set up on this server (FETCHER_URL)',
  secrets:
    'The password and the cookie of this feed are sent to https addresses only. Its settings can allow http',
  /** Of an address of a plugin's scheme. */
  noneToAsk:
    'This is an {{name}} address, and there is no {{again}} to ask: none is set up on this server ({{variable}}), and you use none',
  fetcherTime: 'The outside fetcher did not respond in time',
  fetcherAway: 'The outside fetcher cannot be reached',
  fetcherTls: 'The secure connection to the outside fetcher failed',
  fetcherSize: 'The outside fetcher sent too much',
  fetcherStatus: 'The outside fetcher could not fetch the page (its response: HTTP {{status}})',
  fetcherEmpty: 'The outside fetcher sent an empty page',
  fetcherFailed: 'The outside fetcher failed',
  moved: 'The feed moved to {{address}}',
  pushed: 'The site told of its news by itself (WebSub)',
} as const

const messages = createMessages(templates)

/** The fault in a message of the server; null for any other message. */
export const readFault = messages.read
export const faultMessage = messages.write
