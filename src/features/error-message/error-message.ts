import { toldOf } from '../../model/app/index.ts'

/** What a translate function of i18next takes and gives, as far as it is used here. */
export type Translate = (key: string, values: Record<string, unknown>) => string

/** A failure in one sentence for the place where it happened, with the server's reason where it gave one. */
export function failureWords(error: unknown, translate: Translate): string {
  const told = toldOf(error)
  if (told === null) return translate('errors:client.unreachable', {})
  const title = translate(told.key, { ...told.values })
  return told.reason && told.reason !== title ? `${title}: ${told.reason}` : title
}
