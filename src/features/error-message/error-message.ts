import { notificationFor } from '../../model/app/index.ts'

/** What a translate function of i18next takes and gives, as far as it is used here. */
export type Translate = (key: string, values: Record<string, unknown>) => string

/** A failure in one sentence for the place where it happened, with the server's reason where it gave one. */
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
