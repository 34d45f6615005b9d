import { Select, useTranslation } from '../../ui/index.ts'

const DAYS = [7, 30, 90, 365] as const

type DaysSelectProps = { readonly days: number; readonly onChange: (days: number) => void }

/** The window of the past that rules are tried on. */
export function DaysSelect({ days, onChange }: DaysSelectProps) {
  const { t } = useTranslation(['app'])
  return (
    <Select
      label={t('rules.past.days')}
      hideLabel
      value={String(days)}
      choices={DAYS.map((count) => ({
        value: String(count),
        label: t('rules.past.lastDays', { count }),
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
