/** Remembers how the last delivery of a plugin to its service went, which its settings show as the state of the connection. */
import type { PluginOutcome } from '../../contract/plugins.ts'
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { Services } from '../http/routes.ts'
import { putOutcome } from '../storage/plugins/plugin-outcomes.ts'

/** The service has the entry from before: it is reached, and saves. */
const HAS_IT = 'outside.exists'
/** Refusals that say nothing of the service: it was not asked, because of the entry or of what is not entered yet. */
const NOT_OF_THE_SERVICE: ReadonlySet<string> = new Set([
  'outside.missing',
  'outside.noAddress',
  'plugin.entryGone',
  'plugin.forbidden',
  'plugin.off',
])

/** One that contacts no host, as by e-mail: its refusals are those of the delivery. */
const hasHosts = ({ permissions }: Manifest): boolean => permissions.some((one) => one.startsWith('net:'))

/** @param isTried a request was sent, or none is needed */
const isOfService = (key: string, isTried: boolean): boolean =>
  key === 'outside.unreachable' || (isTried && !NOT_OF_THE_SERVICE.has(key))

type Delivery = {
  readonly userId: string
  readonly manifest: Manifest
  readonly kind: PluginOutcome['kind']
  /** A request was sent. */
  readonly isContacted: () => boolean
}

/**
 * @param run delivers; it says whether the service was reached, which an application that is opened by an address does not tell
 * @throws what `run` throws
 */
export async function rememberingOutcome<T>(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  { userId, manifest, kind, isContacted }: Delivery,
  run: () => Promise<{ readonly output: T; readonly isDelivered: boolean }>,
): Promise<T> {
  try {
    const { output, isDelivered } = await run()
    if (isDelivered) await putOutcome(storage, userId, manifest.id, { at: now(), kind, words: null })
    return output
  } catch (error) {
    const isTried = isContacted() || !hasHosts(manifest)
    if (error instanceof PluginRefusal && isOfService(error.text.key, isTried)) {
      const words = error.text.key === HAS_IT ? null : error.text
      await putOutcome(storage, userId, manifest.id, { at: now(), kind, words })
    }
    throw error
  }
}
