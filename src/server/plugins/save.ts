/** Saving an entry by a plugin's own call, for the user or a rule, and recording it. */
import { webAddress } from '../../contract/shapes.ts'
import { PluginRefusal, SAVE_ENTRIES, saveCall, z, type Manifest } from '../../plugin-api/manifest.ts'
import type { RequestContext } from '../http/routes.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { putSave, savesOf } from '../storage/plugins/saves.ts'
import { recordEvent } from './entry-events.ts'

/** The name of the call. */
export const SAVE = 'save'

/** The plugin saves entries by this call. */
export const isSave = ({ permissions }: Manifest, call: string): boolean =>
  call === SAVE && permissions.includes(SAVE_ENTRIES)

type SaveInput = z.output<typeof saveCall.input>
type Saved = z.output<typeof saveCall.output>

/** For an installed plugin: an address that opens automatically could send anything to any server. */
const outputOfInstalled = z.object({
  url: webAddress.max(2000).optional(),
  openAtOnce: z.literal(false).default(false),
  again: z.boolean().default(false),
})

type SaveCall = {
  readonly manifest: Manifest
  readonly isInstalled: boolean
  readonly input: SaveInput
  /** No user is present to open an address. */
  readonly byRule: boolean
  /** Calls the plugin. */
  readonly run: (input: SaveInput) => Promise<unknown>
}

/** @throws PluginRefusal: the plugin's own, or for an output that does not fit; and what the plugin throws */
export async function saveEntry(
  request: RequestContext,
  { manifest, isInstalled, input, byRule, run }: SaveCall,
): Promise<Saved> {
  const { storage, user, now } = request
  const { entryId } = input
  const output = await run(manifest.permissions.includes('entries:read') ? input : { entryId })
  const schema = isInstalled ? outputOfInstalled : saveCall.output
  const { data: saved } = schema.safeParse(output ?? {})
  const before = await savesOf(storage, user.id, entryId)
  if (!saved) throw new PluginRefusal('plugin.badSave')
  if (byRule && saved.openAtOnce) throw new PluginRefusal('plugin.savesByOpening')
  // The entry may have been deleted during the request.
  const [entry] = await visibleEntries(storage, user.id, [entryId])
  const save = { entryId, plugin: manifest.id, url: saved.url ?? null, at: now() }
  // The result in an application is unknown.
  if (entry && !saved.openAtOnce) {
    await putSave(storage, user.id, save)
    const detail = { plugin: manifest.id }
    await recordEvent(request, user.id, { event: 'saved', entryIds: [entryId], detail })
  }
  return { ...saved, again: saved.again || before.some(({ plugin }) => plugin === manifest.id) }
}
