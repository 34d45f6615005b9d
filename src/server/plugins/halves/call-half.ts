/** Calls of server halves that users have installed: each for its own user, few at a time. */
import { createFairQueue } from '../../../core/fair-queue.ts'
import { PluginRefusal, z, type Manifest } from '../../../plugin-api/manifest.ts'
import { MAX_HISTORY, type Caller } from '../../../plugin-api/server.ts'
import type { Services } from '../../http/routes.ts'
import type { Start } from './messages.ts'
import { runHalf } from './run-half.ts'

/** Maximum of concurrent calls, of all users and of one; others wait. Calls that wait for a slow host count. */
const CONCURRENCY = 4
const AT_ONCE = 1
/** Maximum of running and waiting calls of one user, without conditions of rules, which are queued. */
const MAX_OF_USER = 4

type HalfCall = {
  readonly manifest: Manifest
  /** The code; null: the plugin has none. */
  readonly server: string | null
  /** The name of a call, job, condition, action or event. */
  readonly call: string
  readonly kind: Start['kind']
  readonly input: unknown
}

const entryInput = z.object({ id: z.string().max(100) })
const highlightsInput = z.object({
  entryId: z.string().max(100).optional(),
  after: z.object({ id: z.string().max(100), createdAt: z.iso.datetime({ offset: true }) }).optional(),
  limit: z.number().int().min(1).max(500).optional(),
})
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const historyInput = z.object({
  from: time.optional(),
  until: time.optional(),
  limit: z.number().int().min(1).max(MAX_HISTORY).optional(),
})
const valueName = z.object({ name: z.string().max(100) })
const valueInput = z.object({ name: z.string().max(100), value: z.json(), sealed: z.boolean().optional() })
const fetchInput = z.object({
  url: z.string().max(4000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  headers: z.record(z.string().max(100), z.string().max(4000)).optional(),
  body: z.string().max(500_000).optional(),
  idempotent: z.boolean().optional(),
})

/**
 * @param turnMs as `runHalf`
 * @returns a function that runs a call with the user's grants to the plugin
 */
export function createHalves({ config, log }: Pick<Services, 'config' | 'log'>, turnMs?: number) {
  const queue = createFairQueue({ concurrency: CONCURRENCY, perOwner: AT_ONCE })
  const calls = new Map<string, number>()
  /** @throws PluginRefusal `plugin.halvesOff`, `plugin.noHalf`, `plugin.tooSlow`, and as `runHalf` */
  return async (caller: Caller, { manifest, server, call, kind, input }: HalfCall): Promise<unknown> => {
    if (config.PLUGIN_SERVER_HALVES === 'off') throw new PluginRefusal('plugin.halvesOff')
    if (server === null) throw new PluginRefusal('plugin.noHalf')
    const count = calls.get(caller.id) ?? 0
    if (kind !== 'condition' && count >= MAX_OF_USER) throw new PluginRefusal('plugin.tooSlow')
    calls.set(caller.id, count + 1)
    const half = {
      code: server,
      call,
      kind,
      input,
      settings: caller.settings,
      secrets: Object.fromEntries(manifest.secrets.map((name) => [name, caller.secret(name)])),
      functions: functionsOf(caller),
      turnMs,
      log: (message: string) => log.info(message, { plugin: manifest.id, user: caller.id }),
    }
    try {
      return await queue.add(caller.id, () => runHalf(half))
    } finally {
      const left = (calls.get(caller.id) ?? 1) - 1
      if (left === 0) calls.delete(caller.id)
      else calls.set(caller.id, left)
    }
  }
}

/** The host checks the permission of each. */
const functionsOf = ({ accessToken, entry, highlights, history, values, fetch }: Caller) => ({
  accessToken: () => accessToken(),
  entry: (input: unknown) => entry(checked(entryInput, input).id),
  highlights: async (input: unknown) => highlights(checked(highlightsInput, input)),
  history: async (input: unknown) => history(checked(historyInput, input)),
  valuesGet: async (input: unknown) => values.get(checked(valueName, input).name),
  valuesSet: async (input: unknown) => {
    const { name, value, sealed = false } = checked(valueInput, input)
    await values.set(name, value, { sealed })
    return null
  },
  valuesDelete: async (input: unknown) => {
    await values.delete(checked(valueName, input).name)
    return null
  },
  fetch: async (input: unknown) => {
    const { url, method, headers, body, idempotent } = checked(fetchInput, input)
    const response = await fetch(url, {
      ...(method && { method }),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(idempotent !== undefined && { idempotent }),
    })
    return { status: response.status, headers: response.headers, text: response.text }
  },
})

function checked<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { data } = schema.safeParse(input)
  if (data === undefined) throw new PluginRefusal('plugin.forbidden')
  return data
}
