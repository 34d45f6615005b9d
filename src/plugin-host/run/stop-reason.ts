import i18next from 'i18next'
import { asApiError } from '../../api/index.ts'
import { notificationFor } from '../../model/app/notify-failures.ts'
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import { SandboxCrash } from '../sandbox/frame.ts'

/** Why a plugin was stopped, in the language of the user where the host knows it. */
export function stopReason(error: unknown): string {
  if (error instanceof SandboxCrash) return i18next.t(`app:plugin.ended.${error.reason}`)
  if (error instanceof PluginRefusal) return i18next.t(error.text.key, { ...error.text.values })
  const failure = asApiError(error) && notificationFor(error)
  if (failure) return i18next.t([failure.key, 'errors:unexpected'], { ...failure.values })
  return error instanceof Error ? error.message : String(error)
}
