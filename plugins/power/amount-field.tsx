import { TextField, useTranslation } from '../../src/plugin-api/ui.ts'

type AmountFieldProps = {
  /** As it is typed, see `parseAmount`. */
  readonly text: string
  readonly onChange: (text: string) => void
  /** The text is no amount, and the user has tried to pay it. */
  readonly isWrong: boolean
  readonly hint?: string | undefined
  readonly autoFocus?: boolean
}

/** The amount of a payment. It is the first field of most, and has the focus then. */
export function AmountField({ text, onChange, isWrong, hint, autoFocus = true }: AmountFieldProps) {
  const { t } = useTranslation('power')
  return (
    <TextField
      label={t('pay.amount')}
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      trailing="POWER"
      value={text}
      error={isWrong ? t('pay.wrongAmount') : undefined}
      hint={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
