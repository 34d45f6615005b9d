import { useTranslation } from '../../../ui/index.ts'

/** @returns formats the day of an ISO time in the current language */
export function useDay(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}
