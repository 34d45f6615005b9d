/** The functions of the host that a plugin in a sandbox may call; each checks its arguments, and the host the permission. */
import { z } from 'zod'
import { PluginRefusal, type ClientHost, type EntryChange } from '../../plugin-api/client.ts'
import type { Reach } from './reach.ts'

const entryId = z.string().max(100)
const entryIds = z.array(entryId).max(1000)

type HostCall = {
  readonly args: z.ZodType
  readonly run: (host: ClientHost, args: never) => Promise<unknown>
  /** It answers with what the user has. */
  readonly givesLibrary: boolean
}
const hostCall = <T extends z.ZodType>(
  args: T,
  run: (host: ClientHost, args: z.output<T>) => Promise<unknown>,
  givesLibrary = false,
): HostCall => ({ args, run, givesLibrary })

/** By their paths in the host. */
export const hostCalls: Readonly<Record<string, HostCall>> = {
  contentOf: hostCall(z.tuple([entryId]), (host, [id]) => host.contentOf(id), true),
  entries: hostCall(
    z.tuple([z.string().max(2000), z.number().int().min(1).max(100).optional()]),
    (host, [query, limit]) => host.entries(query, limit),
    true,
  ),
  markRead: hostCall(z.tuple([entryIds, z.boolean()]), (host, [ids, read]) => host.markRead(ids, read)),
  changeEntries: hostCall(
    z.tuple([entryIds, z.object({ read: z.boolean().optional(), starred: z.boolean().optional() })]),
    (host, [ids, change]) => host.changeEntries(ids, change as EntryChange),
  ),
  'feeds.asOpml': hostCall(
    z.tuple([z.enum(['view', 'category']), z.object({ settings: z.boolean() }).optional()]),
    (host, [nesting, options]) => host.feeds.asOpml(nesting, options),
    true,
  ),
  'storage.read': hostCall(z.tuple([]), (host) => host.storage.read()),
  'storage.write': hostCall(z.tuple([z.unknown().optional()]), (host, [value]) => host.storage.write(value)),
  /** The server half: `call` of the plugin's own host checks what it returns. */
  server: hostCall(z.tuple([z.string().max(100), z.unknown().optional()]), (host, [name, input]) =>
    host.call({ name, input: z.unknown(), output: z.unknown() })(input),
  ),
  fetch: hostCall(
    z.tuple([
      z.string().max(4000),
      z
        .object({
          method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
          headers: z.record(z.string().max(100), z.string().max(4000)).optional(),
          body: z.string().max(500_000).optional(),
        })
        .optional(),
    ]),
    (host, [url, request]) => host.fetch(url, request),
  ),
}

/** @throws PluginRefusal for an unknown function and for arguments that do not fit, and what the host throws */
export async function callHost(
  host: ClientHost,
  { name, args, reach }: { readonly name: unknown; readonly args: unknown; readonly reach: Reach },
): Promise<unknown> {
  const known = typeof name === 'string' && Object.hasOwn(hostCalls, name) ? hostCalls[name] : undefined
  const checked = known?.args.safeParse(args)
  if (!known || !checked?.success) throw new PluginRefusal('plugin.forbidden')
  const output = await known.run(host, checked.data as never)
  if (known.givesLibrary) reach.received(output)
  return output
}
