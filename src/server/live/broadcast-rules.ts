/** Which accepted calls are broadcast to a user's other devices, as declared in the contract. */
import { calls, type Call } from '../../contract/calls.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { readAddress } from '../feeds/fetch/source.ts'
import type { Services } from '../http/routes.ts'
import { fellowMembers } from '../storage/lists/shared-folders.ts'
import { recordEntryEvents } from '../plugins/entry-events.ts'

/** Characters of JSON; a larger input is omitted and the device reloads by itself. */
const LARGEST_INPUT = 4096

export const isBroadcast = (name: CallName): boolean =>
  paths[name][0] !== 'GET' && (calls[name] as Call).broadcast !== false

/** @param input the input of the call @returns what other devices receive, or undefined */
export function broadcastInput(name: CallName, input: unknown): Record<string, unknown> | undefined {
  if ((calls[name] as Call).broadcast !== 'input' || typeof input !== 'object' || input === null)
    return undefined
  const { TOTPCode: _code, file: _file, ...fields } = input as Record<string, unknown>
  const plain = typeof fields['url'] === 'string' ? { ...fields, url: visibleUrl(fields['url']) } : fields
  return JSON.stringify(plain).length <= LARGEST_INPUT ? plain : undefined
}

/** Broadcasts are stored until they are received. */
function visibleUrl(typed: string): string {
  const read = readAddress(typed)
  return read?.credentials ? read.address : typed
}

/** What other members of shared folders see, by resource. */
const SHARED: Readonly<Record<string, 'sharesStars' | 'sharesNotes' | undefined>> = {
  collections: 'sharesStars',
  highlights: 'sharesNotes',
}

/**
 * What follows every accepted change of a user: the plugins that want to know learn of it, then the user's other devices.
 * @param change.answer what the call answered @param change.from the device that made it, which is not told; null: all are
 */
export async function announceChange(
  services: Pick<Services, 'storage' | 'now' | 'newId' | 'live'>,
  userId: string,
  {
    call,
    input,
    answer,
    from,
  }: {
    readonly call: CallName
    readonly input: unknown
    readonly answer: unknown
    readonly from: string | null
  },
): Promise<void> {
  await recordEntryEvents(services, userId, { call, input, answer })
  services.live.changed(userId, { call, input: broadcastInput(call, input), from })
  const what = SHARED[call.split('.')[0] ?? '']
  if (!what) return
  for (const fellow of await fellowMembers(services.storage, userId, what))
    services.live.changed(fellow, { call: 'sharedFolders.marks', input: undefined, from: null })
}
