/** How failures are presented to the user (spec 8). */
import { sample, type Event } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { PluginReason } from '../../contract/errors.ts'
import type { LocalFailure } from '../../local/calls.ts'
import { errorNotified, type UserNotification } from './events.ts'

/** @returns null when the server is unreachable, which the network indicator shows */
export function notificationFor(error: unknown): UserNotification | null {
  const apiError = asApiError(error)
  if (apiError === null) return { key: localKey(error), reason: messageOf(error) }
  if (apiError.kind === 'unreachable') return null
  if (apiError.kind === 'failed' && apiError.status === 429) return { key: 'errors:client.rateLimited' }
  if (apiError.kind === 'failed')
    return {
      key: 'errors:client.failed',
      values: { status: apiError.status },
      reason: apiError.message ?? undefined,
    }
  if (apiError.words) return wordsNotification(apiError.words)
  return {
    ...refusalNotification(apiError.code),
    message: apiError.message || undefined,
    reason: apiError.reason ?? undefined,
  }
}

/** The message of a plugin. */
function wordsNotification({ plugin, words: { key, values, reason } }: PluginReason): UserNotification {
  const namespace = plugin === null || /^(outside|plugin)\./.test(key) ? 'app' : plugin
  return {
    key: key.includes(':') ? key : `${namespace}:${key}`,
    ...(values && { values }),
    ...(reason !== undefined && { reason }),
  }
}

/** Spec 8: the limits of a trial, which ends with an invitation code. */
export const isTrialLimit = (code: number): boolean => code >= 1100 && String(code).startsWith('11')

/** The message of a code; for a limit of the trial with the dialog that ends it. */
export const refusalNotification = (code: number): UserNotification => ({
  key: `errors:${code}`,
  code,
  ...(isTrialLimit(code) && {
    action: { title: 'app:invitation.activate', command: 'session:activate-invitation' },
  }),
})

/** Notifies the user of every failure. @param otherwise used when {@link notificationFor} returns null */
export function notifyFailures(failed: Event<unknown>, otherwise?: UserNotification): void {
  sample({ clock: failed.filterMap((error) => notificationFor(error) ?? otherwise), target: errorNotified })
}

/** Failures of the local database that the user can do something about have their own message. */
function localKey(error: unknown): string {
  const { kind, full, otherVersion } = (error ?? {}) as Partial<LocalFailure>
  if (kind === 'local' && full) return 'errors:client.full'
  return kind === 'local' && otherVersion ? 'errors:client.missingMigration' : 'errors:client.unknown'
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : String(error)
}
