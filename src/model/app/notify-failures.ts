/** How a failure is put before a person (spec 8). */
import { sample, type Event } from 'effector'
import { asApiError } from '../../api/index.ts'
import { errorNotified, type UserNotification } from './events.ts'

/** @returns null where there is no connection, which the network mark says */
export function notificationFor(error: unknown): UserNotification | null {
  const known = asApiError(error)
  if (known === null) return { key: 'errors:client.unknown', reason: wordsOf(error) }
  if (known.kind === 'unreachable') return null
  if (known.kind === 'failed')
    return {
      key: 'errors:client.failed',
      values: { status: known.status },
      reason: known.message ?? undefined,
    }
  return {
    key: `errors:${known.code}`,
    code: known.code,
    message: known.message || undefined,
    reason: known.reason ?? undefined,
  }
}

/** Puts every failure before the person. @param otherwise said where {@link notificationFor} has no words; without it, nothing is */
export function notifyFailures(failed: Event<unknown>, otherwise?: UserNotification): void {
  sample({ clock: failed.filterMap((error) => notificationFor(error) ?? otherwise), target: errorNotified })
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : String(error)
}
