import i18next from 'i18next'
import { readModelProblem } from '../../../contract/model-problems.ts'
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
    ? new PluginRefusal(notification.key, notification.values, reasonOf(notification.reason))
    : new PluginRefusal('app:plugin.offline')
  refusal.cause = error
  return refusal
}

/** What the server says of the language model, in the language of the user. */
function reasonOf(message: string | undefined): string | undefined {
  const problem = message === undefined ? null : readModelProblem(message)
  if (!problem) return message
  return i18next.t(`errors:model.${problem.key}`, { ...problem.values, defaultValue: message })
}
