import { useUnit } from 'effector-react'
import { ALL_FEEDS } from '../../contract/retention.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Select, TextField, useTranslation } from '../../ui/index.ts'
import type { NamedRule } from './retention-rules.ts'

type RetentionFieldsProps = {
  readonly rules: readonly NamedRule[]
  readonly onChange: (rules: readonly NamedRule[]) => void
}

/** Fields of the rule for all feeds and of those for single feeds. */
export function RetentionFields({ rules, onChange }: RetentionFieldsProps) {
  const { t } = useTranslation('sources')
  const change = (changed: NamedRule) =>
    onChange(rules.map((rule) => (rule.scope === changed.scope ? changed : rule)))
  return (
    <>
      {rules.map((rule) => {
        const title =
          rule.scope === ALL_FEEDS
            ? t('admin.retention.allFeeds')
            : (rule.title ?? t('admin.retention.privateFeed'))
        return (
          <fieldset key={rule.scope} className="admin-rule">
            <legend>{title}</legend>
            <NumberField
              label={t('admin.retention.days')}
              min={1}
              max={36_500}
              value={rule.maxAgeDays}
              onChange={(maxAgeDays) => change({ ...rule, maxAgeDays })}
            />
            <NumberField
              label={t('admin.retention.entries')}
              min={10}
              max={1_000_000}
              value={rule.maxEntries}
              onChange={(maxEntries) => change({ ...rule, maxEntries })}
            />
            {rule.scope !== ALL_FEEDS && (
              <Button
                size="small"
                aria-label={t('admin.retention.removeOne', { title })}
                onClick={() => onChange(rules.filter(({ scope }) => scope !== rule.scope))}
              >
                {t('admin.retention.remove')}
              </Button>
            )}
          </fieldset>
        )
      })}
      <AddRule rules={rules} onChange={onChange} />
    </>
  )
}

function AddRule({ rules, onChange }: RetentionFieldsProps) {
  const { t, i18n } = useTranslation('sources')
  const { feeds, subscriptions } = useUnit({ feeds: $feeds, subscriptions: $subscriptions })
  const scopes = new Set(rules.map(({ scope }) => scope))
  const choices = [...subscriptions.values()]
    .flatMap(({ type, feedId, title }) =>
      type === 'feed' && feedId && !scopes.has(feedId)
        ? [{ value: feedId, label: title || feeds.get(feedId)?.title || feedId }]
        : [],
    )
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))
  if (choices.length === 0) return null
  const add = (scope: string) => {
    const title = choices.find(({ value }) => value === scope)?.label ?? null
    if (scope !== '') onChange([...rules, { scope, maxAgeDays: null, maxEntries: null, title }])
  }
  return (
    <Select
      label={t('admin.retention.add')}
      hint={t('admin.retention.addHint')}
      value=""
      choices={[{ value: '', label: t('admin.retention.choose') }, ...choices]}
      onChange={add}
    />
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
