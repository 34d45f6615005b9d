/** The functions of the host that a plugin in a sandbox may call; each checks its input, and the host the permission. */
import { z } from 'zod'
import { PluginRefusal, type ClientHost, type EntryChange } from '../../plugin-api/client.ts'

const entryId = z.string().max(100)

type HostCall = {
  readonly input: z.ZodType
  readonly run: (host: ClientHost, input: never) => Promise<unknown>
}
const hostCall = <T extends z.ZodType>(
  input: T,
  run: (host: ClientHost, input: z.output<T>) => Promise<unknown>,
): HostCall => ({ input, run })

const hostCalls = new Map<string, HostCall>([
  ['contentOf', hostCall(z.object({ entryId }), (host, input) => host.contentOf(input.entryId))],
  [
    'entries',
    hostCall(
      z.object({ query: z.string().max(2000), limit: z.number().int().min(1).max(100).optional() }),
      (host, { query, limit }) => host.entries(query, limit),
    ),
  ],
  [
    'markRead',
    hostCall(z.object({ ids: z.array(entryId).max(1000), read: z.boolean() }), (host, { ids, read }) =>
      host.markRead(ids, read),
    ),
  ],
  [
    'feeds.asOpml',
    hostCall(
      z.object({ nesting: z.enum(['view', 'category']), settings: z.boolean().default(true) }),
      (host, { nesting, settings }) => host.feeds.asOpml(nesting, { settings }),
    ),
  ],
  ['storage.read', hostCall(z.object({}), (host) => host.storage.read())],
  [
    'storage.write',
    hostCall(z.object({ value: z.unknown() }), (host, { value }) => host.storage.write(value)),
  ],
  [
    'server',
    hostCall(z.object({ name: z.string().max(100), input: z.unknown() }), (host, { name, input }) =>
      host.call({ name, input: z.unknown(), output: z.unknown() })(input),
    ),
  ],
  [
    'changeEntries',
    hostCall(
      z.object({
        ids: z.array(entryId).max(1000),
        change: z.object({ read: z.boolean().optional(), starred: z.boolean().optional() }),
      }),
      (host, { ids, change }) => host.changeEntries(ids, change as EntryChange),
    ),
  ],
  [
    'fetch',
    hostCall(
      z.object({
        url: z.string().max(4000),
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
        headers: z.record(z.string().max(100), z.string().max(4000)).optional(),
        body: z.string().max(500_000).optional(),
      }),
      (host, { url, ...request }) => host.fetch(url, request),
    ),
  ],
])

/** @throws PluginRefusal for an unknown function and for input that does not fit, and what the host throws */
export async function callHost(host: ClientHost, name: string, input: unknown): Promise<unknown> {
  const known = hostCalls.get(name)
  const checked = known?.input.safeParse(input)
  if (!known || !checked?.success) throw new PluginRefusal('plugin.forbidden')
  return known.run(host, checked.data as never)
}
