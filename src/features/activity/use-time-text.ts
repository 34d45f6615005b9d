import { useTranslation } from '../../ui/index.ts'

/** @returns day and time of an ISO text, in the language of the page */
export function useTimeText(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => format.format(new Date(iso))
}
