/** Chooses the RSSHub instance for an rsshub:// address. */
import type { Config } from '../config.ts'
import { chosenInstances } from '../storage/feeds/rsshub.ts'
import type { Storage } from '../storage/open.ts'
import type { Base } from './address.ts'
import type { InstanceKeys } from './keys.ts'

type SourceServices = {
  readonly storage: Storage
  readonly config: Pick<Config, 'RSSHUB_URL'>
  readonly now: () => number
  readonly instanceKeys: Pick<InstanceKeys, 'open'>
}

/**
 * The server's own instance when at least one subscriber uses no other: no user may receive content of an instance that
 * they did not choose. Otherwise the one that most subscribers chose, without failing ones.
 * @param userId a user who previews the address, subscribed or not
 * @returns null without any instance
 */
export async function baseOf(
  { storage, config, now, instanceKeys }: SourceServices,
  address: string,
  userId: string | null,
): Promise<Base | null> {
  const serverInstance = config.RSSHUB_URL === '' ? null : { baseUrl: config.RSSHUB_URL, accessKey: null }
  const chosen = await chosenInstances(storage, address, userId, now())
  if (serverInstance && (chosen.length === 0 || chosen.some(({ baseUrl }) => baseUrl === null)))
    return serverInstance
  const instance = chosen.find((one) => one.baseUrl !== null)
  return instance?.baseUrl
    ? { baseUrl: instance.baseUrl, accessKey: instanceKeys.open(instance.accessKey) }
    : serverInstance
}
