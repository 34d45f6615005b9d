/**
 * The environment of an installed server half in QuickJS: `lectern`, with the permitted part of the API
 * (`ServerLectern` of src/plugin-api/sandbox.ts; `saving` refuses as src/plugin-api/saving.ts does).
 * A classic script as text, because it runs there and not here. `hear` receives responses of the host's functions, `begin` runs the call.
 */
export const PRELUDE = `'use strict';
globalThis.lectern = (() => {
  const say = globalThis.say
  const parsedAddress = globalThis.parsedAddress
  delete globalThis.say
  delete globalThis.parsedAddress
  const { parse, stringify } = JSON
  const answers = new Map()
  const jobs = new Map()
  const conditions = new Map()
  const actions = new Map()
  const events = new Map()
  const waiting = new Map()
  let last = 0
  const textOf = (error) => error && typeof error.text === 'object' && typeof error.text?.key === 'string' ? error.text : null
  const messageOf = (error) => String(error && error.message || error).slice(0, 1000)
  const ask = (name, input) => new Promise((resolve, reject) => {
    last += 1
    waiting.set(last, { resolve, reject })
    say(stringify({ type: 'ask', id: last, name, input }))
  })
  const unavailable = (name) => () => { throw new Error('A server half in a sandbox has no ' + name) }
  const log = (message) => say(stringify({ type: 'log', message: String(message).slice(0, 500) }))
  const host = {
    answer: (call, handler) => void answers.set(typeof call === 'string' ? call : call.name, handler),
    job: (name, handler) => void jobs.set(name, handler),
    condition: (name, handler) => void conditions.set(name, handler),
    action: (name, handler) => void actions.set(name, handler),
    event: (name, handler) => void events.set(name, handler),
    environment: {},
    log,
    tables: unavailable('tables'),
    vectorExtension: unavailable('vectorExtension'),
    markdown: unavailable('markdown'),
    xhtml: unavailable('xhtml'),
    textRanges: unavailable('textRanges'),
    publicAddress: unavailable('publicAddress'),
    signed: unavailable('signed'),
    now: Date.now,
  }
  const hear = (text) => {
    const { id, output, refusal } = parse(text)
    const promise = waiting.get(id)
    waiting.delete(id)
    if (refusal) promise?.reject(Object.assign(new Error(refusal.key), { text: refusal }))
    else promise?.resolve(output)
  }
  const begin = async (text) => {
    const { call, kind, input, settings, secrets } = parse(text)
    try {
      const job = jobs.get(call)
      const handler = kind === 'job' ? job && ((_, caller) => job(caller)) : ({ condition: conditions, action: actions, event: events }[kind] ?? answers).get(call)
      if (!handler) throw Object.assign(new Error(call), { text: { key: 'plugin.noCall' } })
      const caller = {
        settings,
        secret: (name) => Object.hasOwn(secrets, name) ? secrets[name] : '',
        accessToken: () => ask('accessToken', null),
        entry: (id) => ask('entry', { id }),
        highlights: (of = {}) => ask('highlights', of),
        history: (of = {}) => ask('history', of),
        values: {
          get: (name) => ask('valuesGet', { name }),
          set: (name, value, { sealed = false } = {}) => ask('valuesSet', { name, value: value ?? null, sealed }),
          delete: (name) => ask('valuesDelete', { name }),
        },
        fetch: async (url, request) => {
          const response = await ask('fetch', { url, ...request })
          return { ...response, json: () => parse(response.text) }
        },
        mail: unavailable('mail'),
        mailTo: unavailable('mailTo'),
        entries: unavailable('entries'),
        language: unavailable('language'),
      }
      say(stringify({ type: 'returned', output: (await handler(input, caller)) ?? null }))
    } catch (error) {
      const refused = textOf(error)
      say(stringify(refused ? { type: 'refused', text: refused } : { type: 'threw', message: messageOf(error) }))
    }
  }
  const refuse = (key, values, reason) => {
    throw Object.assign(new Error(key), { text: { key, ...(values && { values }), ...(reason && { reason }) } })
  }
  const REASON_LENGTH = 300
  const textIn = (value) => typeof value === 'string' ? value : stringify(value)
  const plainText = (html) => html.replace(/<[^>]*>/g, ' ').replace(/\\s+/g, ' ').trim()
  const reasonIn = (text) => {
    let body
    try {
      body = parse(text)
    } catch {
      return plainText(text)
    }
    if (body === null || typeof body !== 'object') return plainText(text)
    const explained = [body.error?.message, body.message].find((one) => typeof one === 'string' && one !== '')
    const fields = () => Object.entries(body).map(([field, one]) => field + ': ' + [one].flat().map(textIn).join(' '))
    return explained ?? fields().join('; ')
  }
  const required = (value, service, setting) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' ? refuse('outside.missing', { service, setting }) : text
  }
  const succeeded = (reply, service) => {
    const { status, headers } = reply
    if (status >= 200 && status < 300) return reply
    if (status === 401 || status === 403) refuse('outside.notAccepted', { service })
    if (status === 429) {
      const seconds = Number(headers['retry-after'])
      if (Number.isFinite(seconds) && seconds > 0) refuse('outside.tooOftenWait', { service, seconds })
      refuse('outside.tooOften', { service })
    }
    if (status >= 500) refuse('outside.down', { service, status })
    return refuse('outside.refused', { service, status, reason: reasonIn(reply.text).slice(0, REASON_LENGTH) })
  }
  const bodyOf = (reply, service, fits = () => true) => {
    let body
    try {
      body = parse(reply.text)
    } catch {
      refuse('outside.unreadable', { service })
    }
    return fits(body) ? body : refuse('outside.unreadable', { service })
  }
  const saving = Object.freeze({
    required,
    webAddressOf: (entry, service) => entry.url || refuse('outside.noAddress', { service }),
    baseAddress: (value) => String(value ?? '').trim().replace(/\\/+$/, ''),
    succeeded,
    bodyOf,
  })
  const formPart = (text) => encodeURIComponent(text)
    .replace(/[!'()~]/g, (one) => '%' + one.charCodeAt(0).toString(16).toUpperCase())
    .replace(/%20/g, '+')
  const form = (fields) => Object.entries(fields)
    .map(([name, value]) => formPart(name) + '=' + formPart(String(value)))
    .join('&')
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const base64 = (text) => {
    const bytes = encodeURIComponent(text).match(/%..|[^]/g) ?? []
    const codes = bytes.map((one) => one.length === 3 ? parseInt(one.slice(1), 16) : one.charCodeAt(0))
    let encoded = ''
    for (let at = 0; at < codes.length; at += 3) {
      const [a, b = 0, c = 0] = codes.slice(at, at + 3)
      const four = [a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63].map((one) => ALPHABET[one])
      encoded += four.slice(0, Math.min(4, codes.length - at + 1)).join('').padEnd(4, '=')
    }
    return encoded
  }
  const url = (address, base = '') => parse(parsedAddress(String(address), String(base)))
  return Object.freeze({ start: (half) => half.start(host), refuse, saving, form, base64, url, hear, begin })
})()`

/** QuickJS has no URL; this one is Node's. */
export const addressParts = (url: URL | null) =>
  url && {
    href: url.href,
    origin: url.origin,
    protocol: url.protocol,
    host: url.host,
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    query: Object.fromEntries(url.searchParams),
  }
