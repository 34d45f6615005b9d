/**
 * Work of server halves without a user's request, in jobs and by rules: the hosts that they contact are
 * recorded in the plugin's log, and some crashes within a day switch an installed plugin off.
 */
import type { Manifest } from '../../plugin-api/manifest.ts'
import type { Services } from '../http/routes.ts'
import { addContacts, addCrash, contactsOf, countCrashes } from '../storage/plugins/plugin-halves.ts'
import type { Storage } from '../storage/open.ts'
import { HalfCrash } from './halves/run-half.ts'
import { createContacts } from './outbound.ts'
import type { Seal } from './sealed.ts'
import { storeSettings } from './stored-settings.ts'

/** Crashes within a day that switch a plugin off, as in a browser. */
const LIMIT = 3
const DAY_MS = 86_400_000

/** @param run receives the counter of its requests. @throws its error */
export async function listingContacts<T>(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  userId: string,
  { id }: Manifest,
  run: (contacted: (host: string) => void) => Promise<T>,
): Promise<T> {
  const contacts = createContacts()
  try {
    return await run(contacts.contacted)
  } finally {
    const counts = contacts.all()
    if (counts) await addContacts(storage, userId, id, { counts, at: now() })
  }
}

/** Counts the error if it is a crash. Too many within a day switch the plugin off, in each browser too. */
export async function countCrash(
  { storage, now, live, log }: Pick<Services, 'storage' | 'now' | 'live' | 'log'>,
  seal: Seal,
  {
    userId,
    manifest,
    error,
  }: { readonly userId: string; readonly manifest: Manifest; readonly error: unknown },
): Promise<void> {
  if (!(error instanceof HalfCrash)) return
  const { id, enabledBy } = manifest
  const at = now()
  const count = await addCrash(storage, { userId, plugin: id, at, since: at - DAY_MS })
  if (count < LIMIT) return
  log.warn('A plugin crashed too often and was switched off', { plugin: id, user: userId })
  await storeSettings(storage, seal, userId, manifest, { values: { [enabledBy]: false } })
  live.changed(userId, { call: 'plugins.updateSettings', input: undefined, from: null })
}

/** @returns undefined where it did nothing by itself */
export async function doneByItself(storage: Storage, userId: string, { id }: Manifest) {
  const contacted = await contactsOf(storage, userId, id)
  const crashes = await countCrashes(storage, { userId, plugin: id })
  return contacted.length === 0 && crashes === 0 ? undefined : { contacted, isSwitchedOff: crashes >= LIMIT }
}
