/** Chooses the RSSHub instance for an rsshub:// address. */
import type { Base } from './address.ts'
import type { Services } from './services.ts'
import { chosenInstances } from './tables.ts'

/**
 * The server's own instance when at least one subscriber uses no other: no user may receive content of an instance that
 * they did not choose. Otherwise the one that most subscribers chose, without failing ones.
 * @param userId a user who previews the address, subscribed or not
 * @returns null without any instance
 */
export async function baseOf(
  { host, db, keys, serverUrl }: Services,
  address: string,
  userId: string | null,
): Promise<Base | null> {
  const serverInstance = serverUrl === '' ? null : { baseUrl: serverUrl, accessKey: null }
  const chosen = await chosenInstances(db, address, userId, host.now())
  if (serverInstance && (chosen.length === 0 || chosen.some(({ baseUrl }) => baseUrl === null)))
    return serverInstance
  const instance = chosen.find((one) => one.baseUrl !== null)
  return instance?.baseUrl
    ? { baseUrl: instance.baseUrl, accessKey: keys.open(instance.accessKey) }
    : serverInstance
}
