import { defaultReadSeconds, maxReadSeconds, readRules, type ReadRule } from '../../model/reads/feed-rules.ts'
import { Select, TextField, useTranslation } from '../../ui/index.ts'

export type ReadRuleFieldProps = {
  /** null: as set for all feeds */
  readonly value: ReadRule | null
  readonly onChange: (rule: ReadRule | null) => void
}

const choices = ['default', ...readRules, 'after'] as const
type RuleChoice = (typeof choices)[number]

/** When entries of a feed are marked as read. */
export function ReadRuleField({ value, onChange }: ReadRuleFieldProps) {
  const { t } = useTranslation('app')
  const chosen: RuleChoice = value === null ? 'default' : typeof value === 'number' ? 'after' : value
  const choose = (choice: RuleChoice) => {
    if (choice === 'default') onChange(null)
    else onChange(choice === 'after' ? defaultReadSeconds : choice)
  }
  return (
    <>
      <Select
        label={t('subscription.readRule')}
        hint={t(`subscription.readRuleHints.${chosen}`)}
        value={chosen}
        choices={choices.map((choice) => ({ value: choice, label: t(`subscription.readRules.${choice}`) }))}
        onChange={choose}
      />
      {typeof value === 'number' && (
        <TextField
          label={t('subscription.readSeconds')}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={maxReadSeconds}
          step={1}
          // An empty field stays empty while another number is typed.
          defaultValue={value}
          onChange={({ currentTarget: { valueAsNumber, validity } }) => {
            if (validity.valid && !Number.isNaN(valueAsNumber)) onChange(valueAsNumber)
          }}
        />
      )}
    </>
  )
}
