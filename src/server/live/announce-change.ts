/** What follows every accepted change of a user: the plugins that want to know learn of it, then the user's other devices. */
import type { CallName } from '../../contract/paths.ts'
import type { Services } from '../http/routes.ts'
import { recordEntryEvents } from '../plugins/entry-events.ts'
import { broadcastInput } from './broadcast-rules.ts'

/** @param change.from the device that made it, which is not told; null: all are */
export async function announceChange(
  services: Pick<Services, 'storage' | 'now' | 'newId' | 'live'>,
  userId: string,
  { call, input, from }: { readonly call: CallName; readonly input: unknown; readonly from: string | null },
): Promise<void> {
  await recordEntryEvents(services, userId, call, input)
  services.live.changed(userId, { call, input: broadcastInput(call, input), from })
}
