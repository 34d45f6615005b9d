/** Which RSSHub an rsshub:// address is asked of. */
import type { Config } from '../config.ts'
import { chosenInstances } from '../storage/rsshub.ts'
import type { Storage } from '../storage/open.ts'
import type { Base } from './address.ts'
import type { InstanceKeys } from './keys.ts'

type Given = {
  readonly storage: Storage
  readonly config: Pick<Config, 'RSSHUB_URL'>
  readonly now: () => number
  readonly instanceKeys: Pick<InstanceKeys, 'open'>
}

/**
 * The server's own, as soon as one follower of the feed uses no other: nobody shall read what an instance says that
 * he has not chosen. Otherwise the one that most of them chose; one in trouble is not asked.
 * @param userId somebody who looks at the address, following or not
 * @returns null where there is none at all
 */
export async function baseOf(
  { storage, config, now, instanceKeys }: Given,
  address: string,
  userId: string | null,
): Promise<Base | null> {
  const own = config.RSSHUB_URL === '' ? null : { baseUrl: config.RSSHUB_URL, accessKey: null }
  const chosen = await chosenInstances(storage, address, userId, now())
  if (own && (chosen.length === 0 || chosen.some(({ baseUrl }) => baseUrl === null))) return own
  const found = chosen.find((one) => one.baseUrl !== null)
  return found?.baseUrl ? { baseUrl: found.baseUrl, accessKey: instanceKeys.open(found.accessKey) } : own
}
