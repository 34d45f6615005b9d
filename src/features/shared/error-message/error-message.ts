import { fetchMessage, type Translate } from './fetch-message.ts'
import { notificationFor } from '../../../model/app/index.ts'

/** Formats a failure as one sentence for inline display, with the server's reason where there is one. */
export function errorMessage(error: unknown, translate: Translate): string {
  const notification = notificationFor(error)
  if (notification === null) return translate('errors:client.unreachable', {})
  // A code that this version does not know has the server's message only.
  const title = translate(notification.key, {
    ...notification.values,
    defaultValue: notification.message ?? translate('errors:unexpected', {}),
  })
  if (!notification.reason || notification.reason === title) return title
  const reason = fetchMessage(notification.reason, translate)
  return `${title}${title.endsWith('.') ? '' : ':'} ${reason}`
}
