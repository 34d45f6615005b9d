import { useUnit } from 'effector-react'
import { ALL_FEEDS } from '../../contract/retention.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Select, useTranslation } from '../../ui/index.ts'
import { BoundsFields } from './bounds-fields.tsx'
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
  const remove = (scope: string) => onChange(rules.filter((rule) => rule.scope !== scope))
  return (
    <>
      {rules.map((rule) =>
        rule.scope === ALL_FEEDS ? (
          <BoundsFields
            key={rule.scope}
            title={t('admin.retention.allFeeds')}
            bounds={rule}
            onChange={(bounds) => change({ ...rule, ...bounds })}
          />
        ) : (
          <BoundsFields
            key={rule.scope}
            title={rule.title ?? t('admin.retention.privateFeed')}
            bounds={rule}
            onChange={(bounds) => change({ ...rule, ...bounds })}
            onRemove={() => remove(rule.scope)}
          />
        ),
      )}
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
