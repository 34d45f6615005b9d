/** Applies the changes of a plugin's action to an entry: calls of the contract, recorded in the log of apps with their undo. */
import type { Checked } from '../../contract/calls.ts'
import { CHANGE_ENTRIES, PluginRefusal, z, type Manifest } from '../../plugin-api/manifest.ts'
import type { Handler, RequestContext } from '../http/routes.ts'
import { announceChange } from '../live/broadcast-rules.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { recordUse } from '../token-uses/record-token-use.ts'

type ChangeName = 'reads.mark' | 'reads.unmark' | 'collections.add' | 'collections.remove'
/** The contract's calls that change entries. */
export type ChangeHandlers = { readonly [N in ChangeName]: Handler<N> }
type Change = { readonly [N in ChangeName]: readonly [N, Checked<N>] }[ChangeName]

const edit = z.object({ read: z.boolean().optional(), starred: z.boolean().optional() })

/**
 * @param returned by the plugin's action; nothing: the entry is unchanged
 * @throws PluginRefusal for anything else, and without the permission
 */
export async function editEntry(
  request: RequestContext,
  handlers: ChangeHandlers,
  { id, permissions }: Manifest,
  entryId: string,
  returned: unknown,
): Promise<void> {
  const { data } = edit.safeParse(returned ?? {})
  if (!data) throw new PluginRefusal('plugin.badAction')
  if (!permissions.includes(CHANGE_ENTRIES)) throw new PluginRefusal('plugin.forbidden')
  // The entry may have been deleted while the plugin was running.
  const [entry] = await visibleEntries(request.storage, request.user.id, [entryId])
  if (!entry) return
  for (const change of changesOf(entryId, data)) {
    const [name, input] = change
    const by = { id, name: id }
    const answer = await recordUse(request, { name, input, entrance: 'plugin', by }, (context) =>
      carryOut(context, handlers, change),
    )
    await announceChange(request, request.user.id, { call: name, input, answer, from: null })
  }
}

function changesOf(entryId: string, { read, starred }: z.output<typeof edit>): Change[] {
  const changes: Change[] = []
  if (read === true) changes.push(['reads.mark', { entryIds: [entryId] }])
  if (read === false) changes.push(['reads.unmark', { entryIds: [entryId] }])
  if (starred === true) changes.push(['collections.add', { entryId }])
  if (starred === false) changes.push(['collections.remove', { entryId }])
  return changes
}

function carryOut<N extends ChangeName>(
  context: RequestContext,
  handlers: { readonly [M in N]: Handler<M> },
  [name, input]: readonly [N, Checked<N>],
): Promise<unknown> {
  const handler = handlers[name] as (context: RequestContext, input: Checked<N>) => Promise<unknown>
  return handler(context, input)
}
