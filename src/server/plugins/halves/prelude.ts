/**
 * What a stranger's server half finds in QuickJS: `lectern.start`, with the API of the server half as far as it may use it.
 * A classic script as text, because it runs there and not here. `hear` answers the host's functions, `begin` runs the call.
 */
export const PRELUDE = `'use strict';
globalThis.lectern = (() => {
  const say = globalThis.say
  delete globalThis.say
  const { parse, stringify } = JSON
  const answers = new Map()
  const jobs = new Map()
  const conditions = new Map()
  const actions = new Map()
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
    environment: {},
    log,
    tables: unavailable('tables'),
    markdown: unavailable('markdown'),
    xhtml: unavailable('xhtml'),
    publicAddress: unavailable('publicAddress'),
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
      const handler = kind === 'job' ? job && ((_, caller) => job(caller)) : ({ condition: conditions, action: actions }[kind] ?? answers).get(call)
      if (!handler) throw Object.assign(new Error(call), { text: { key: 'plugin.noCall' } })
      const caller = {
        settings,
        secret: (name) => Object.hasOwn(secrets, name) ? secrets[name] : '',
        entry: (id) => ask('entry', { id }),
        highlights: (of = {}) => ask('highlights', of),
        fetch: async (url, request) => {
          const response = await ask('fetch', { url, ...request })
          return { ...response, json: () => parse(response.text) }
        },
        mail: unavailable('mail'),
        entries: unavailable('entries'),
        language: unavailable('language'),
      }
      say(stringify({ type: 'returned', output: (await handler(input, caller)) ?? null }))
    } catch (error) {
      const refused = textOf(error)
      say(stringify(refused ? { type: 'refused', text: refused } : { type: 'threw', message: messageOf(error) }))
    }
  }
  return Object.freeze({ start: (half) => half.start(host), hear, begin })
})()`
