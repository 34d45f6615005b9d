import { TextField, useTranslation } from '../../src/plugin-api/ui.ts'

type AmountFieldProps = {
  /** As it is typed, see `parseAmount`. */
  readonly text: string
  readonly onChange: (text: string) => void
  /** The text is no amount, and the user has tried to pay it. */
  readonly isWrong: boolean
  readonly hint?: string | undefined
}

/** The first field of a payment. */
export function AmountField({ text, onChange, isWrong, hint }: AmountFieldProps) {
  const { t } = useTranslation('power')
  return (
    <TextField
      label={t('pay.amount')}
      inputMode="decimal"
      autoComplete="off"
      autoFocus
      trailing="POWER"
      value={text}
      error={isWrong ? t('pay.wrongAmount') : undefined}
      hint={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
