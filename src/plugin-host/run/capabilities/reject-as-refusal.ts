import { notificationFor } from '../../../model/app/index.ts'
import { PluginRefusal } from '../../../plugin-api/manifest.ts'

/** @throws PluginRefusal in the words of the error catalogue, whose cause is the failure; an abort as it is */
export async function rejectAsRefusal<T>(call: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call
  } catch (error) {
    signal?.throwIfAborted()
    throw asRefusal(error)
  }
}

function asRefusal(error: unknown): PluginRefusal {
  const notification = notificationFor(error)
  const refusal = notification
    ? new PluginRefusal(notification.key, notification.values, notification.reason)
    : new PluginRefusal('app:plugin.offline')
  refusal.cause = error
  return refusal
}
