import type { ReactNode } from 'react'
import type { RetentionRule } from '../../contract/retention.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'

type Bounds = Pick<RetentionRule, 'maxAgeDays' | 'maxEntries'>

type BoundsFieldsProps = {
  readonly title: string
  readonly bounds: Bounds
  readonly onChange: (bounds: Bounds) => void
  /** Absent for a rule that is always there. */
  readonly onRemove?: () => void
  /** Fields before those of the bounds. */
  readonly children?: ReactNode
}

/** The group of one rule of retention. */
export function BoundsFields({ title, bounds, onChange, onRemove, children }: BoundsFieldsProps) {
  const { t } = useTranslation('sources')
  return (
    <fieldset className="admin-rule">
      <legend>{title}</legend>
      {children}
      <NumberField
        label={t('admin.retention.days')}
        min={1}
        max={36_500}
        value={bounds.maxAgeDays}
        onChange={(maxAgeDays) => onChange({ ...bounds, maxAgeDays })}
      />
      <NumberField
        label={t('admin.retention.entries')}
        min={10}
        max={1_000_000}
        value={bounds.maxEntries}
        onChange={(maxEntries) => onChange({ ...bounds, maxEntries })}
      />
      {onRemove && (
        <Button size="small" aria-label={t('admin.retention.removeOne', { title })} onClick={onRemove}>
          {t('admin.retention.remove')}
        </Button>
      )}
    </fieldset>
  )
}

type NumberFieldProps = {
  readonly label: string
  readonly min: number
  readonly max: number
  /** null: no bound. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function NumberField({ label, min, max, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation('sources')
  return (
    <TextField
      label={label}
      placeholder={t('admin.retention.unlimited')}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      // What is typed may pass through numbers that are not allowed; the form is not sent with one.
      defaultValue={value ?? ''}
      onChange={({ currentTarget: { value: text, valueAsNumber } }) => {
        if (text === '') onChange(null)
        else if (Number.isInteger(valueAsNumber)) onChange(valueAsNumber)
      }}
    />
  )
}
