import { notificationFor } from '../../model/app/index.ts'

/** The part of i18next's translate function that is used. */
export type Translate = (key: string, values: Record<string, unknown>) => string

/** Formats a failure as one sentence for inline display, with the server's reason where there is one. */
export function errorMessage(error: unknown, translate: Translate): string {
  const told = notificationFor(error)
  if (told === null) return translate('errors:client.unreachable', {})
  // A code that this version does not know has the server's message only.
  const title = translate(told.key, {
    ...told.values,
    defaultValue: told.message ?? translate('errors:unexpected', {}),
  })
  return told.reason && told.reason !== title ? `${title}: ${told.reason}` : title
}
