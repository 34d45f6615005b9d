import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Condition } from '../../contract/actions.ts'
import type { ConditionOperand } from '../../contract/plugin-bundle.ts'
import {
  conditionFields,
  HOLDS,
  operatorsOf,
  pluginPartOf,
  pluginOperators,
  type ConditionField,
} from '../../contract/rule-conditions.ts'
import type { ConditionGroups } from '../../contract/rule-query.ts'
import { views } from '../../contract/views.ts'
import { AddIcon, Button, Select, TextField, useTranslation } from '../../ui/index.ts'
import { conditionProblem, operandOfField } from './check-rule.ts'
import { SentenceLine } from './sentence-line.tsx'
import { conditionTitle, operatorKey } from './use-condition-text.ts'
import { usePluginName, type RuleProviders } from './use-rule-providers.ts'

type ConditionFormProps = {
  readonly groups: ConditionGroups
  /** null: not known yet. */
  readonly providers: RuleProviders | null
  readonly onChange: (groups: ConditionGroups) => void
  /** The rule was to be saved: incomplete conditions are marked too. */
  readonly isChecked: boolean
}
const fresh: Condition = { field: 'entry_title', operator: 'contains', value: '' }

/** Conditions as a sentence: all of one group have to hold, of one group at least. */
export function ConditionForm({ groups, providers, onChange, isChecked }: ConditionFormProps) {
  const { t } = useTranslation(['app'])
  const form = useRef<HTMLDivElement>(null)
  const change = (at: number, group: readonly Condition[]) =>
    onChange(group.length === 0 ? groups.filter((_, index) => index !== at) : groups.with(at, group))
  const focusIn = (at: number, selector: string) => {
    const group = form.current?.querySelectorAll('.sentence-group')[at] ?? form.current
    ;[...(group?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus()
  }
  // Rendered at once, so that the next key is the new field's.
  const add = (at: number) => {
    const added = [...(groups[at] ?? []), fresh]
    // After the last group: one more.
    flushSync(() => onChange(groups.toSpliced(at, 1, added)))
    focusIn(at, '.sentence-value :is(input, select)')
  }
  const remove = (at: number, index: number) => {
    const left = (groups[at] ?? []).filter((_, other) => other !== index)
    flushSync(() => change(at, left))
    focusIn(at, '.sentence-add')
  }
  return (
    <div className="rule-sentence" ref={form}>
      {groups.length === 0 && <p className="rules-hint">{t('rules.everyEntryHint')}</p>}
      {groups.map((group, at) => (
        // Groups and conditions have no identity besides their position.
        <div
          key={at}
          role="group"
          className="sentence-group"
          aria-label={at === 0 ? t('rules.if') : t('rules.orIf')}
        >
          {group.map((condition, index) => (
            <ConditionRow
              key={index}
              word={index > 0 ? t('rules.and') : at === 0 ? t('rules.whenWord') : t('rules.orWhen')}
              condition={condition}
              providers={providers}
              isChecked={isChecked}
              onChange={(next) => change(at, group.with(index, next))}
              onRemove={() => remove(at, index)}
            />
          ))}
          <div className="sentence-adding">
            <Button
              className="sentence-add"
              size="small"
              variant="quiet"
              icon={<AddIcon />}
              onClick={() => add(at)}
            >
              {t('rules.addCondition')}
            </Button>
            {at === groups.length - 1 && (
              <Button size="small" variant="quiet" icon={<AddIcon />} onClick={() => add(groups.length)}>
                {t('rules.addGroup')}
              </Button>
            )}
          </div>
        </div>
      ))}
      {groups.length === 0 && (
        <div className="sentence-adding">
          <Button
            className="sentence-add"
            size="small"
            variant="quiet"
            icon={<AddIcon />}
            onClick={() => add(0)}
          >
            {t('rules.addCondition')}
          </Button>
        </div>
      )}
    </div>
  )
}

type ConditionRowProps = {
  readonly word: string
  readonly condition: Condition
  readonly providers: RuleProviders | null
  readonly isChecked: boolean
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}
const isField = (name: string | undefined): name is ConditionField =>
  (conditionFields as readonly (string | undefined)[]).includes(name)

function ConditionRow({ word, condition, providers, isChecked, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation(['app', 'common'])
  const pluginName = usePluginName()
  const ofPlugin = pluginPartOf(condition.field)
  const field = ofPlugin || isField(condition.field) ? (condition.field ?? '') : 'entry_title'
  const operand = operandOfField(field, providers)
  const operators = operatorsOfField(field)
  const { operator = operators[0] ?? 'eq', value = '' } = condition
  const found = conditionProblem({ ...condition, field, operator }, providers)
  const problem = found && (value !== '' || isChecked) ? t(found.key, found.values ?? {}) : undefined
  const choose = (next: string) => {
    const known = operatorsOfField(next)
    const keeps = known.includes(operator)
    const first = firstValue(valuesOf(next, operandOfField(next, providers)), value)
    onChange({ field: next, operator: keeps ? operator : (known[0] ?? 'eq'), value: first })
  }
  const choices = valuesOf(field, operand)
  const offered = [...(providers?.values() ?? [])]
    .filter(({ isOn }) => isOn)
    .flatMap(({ plugin, conditions }) => Object.keys(conditions).map((name) => `${plugin}:${name}`))
  const fields: readonly string[] = [
    ...conditionFields,
    ...offered,
    ...(ofPlugin && !offered.includes(field) ? [field] : []),
  ]
  const fieldTitle = (one: string) => {
    const named = pluginPartOf(one)
    return named ? conditionTitle(named, t, pluginName) : t(`rules.fields.${one}`)
  }
  return (
    <SentenceLine word={word} removeLabel={t('rules.removeCondition')} onRemove={onRemove}>
      <Select
        label={t('rules.field')}
        hideLabel
        value={field}
        choices={fields.map((one) => ({ value: one, label: fieldTitle(one) }))}
        onChange={choose}
      />
      <Select
        label={t('rules.operator')}
        hideLabel
        value={operator}
        choices={operators.map((one) => ({
          value: one,
          label: t(`rules.operators.${operatorKey(field, one)}`),
        }))}
        onChange={(next) => onChange({ field, operator: next, value })}
      />
      {operand?.type === 'boolean' ? null : (
        <div className="sentence-value" data-choice={choices ? '' : undefined}>
          {choices ? (
            <Select
              label={t('rules.value')}
              hideLabel
              value={value}
              choices={choices.map(({ value: one, key }) => ({ value: one, label: t(key) }))}
              error={problem}
              onChange={(next) => onChange({ field, operator, value: next })}
            />
          ) : (
            <TextField
              label={t('rules.value')}
              hideLabel
              value={value}
              error={problem}
              spellCheck={false}
              autoCapitalize="off"
              inputMode={field === 'entry_media_length' || operand?.type === 'number' ? 'numeric' : undefined}
              placeholder={isField(field) ? placeholders[field] : undefined}
              onChange={(event) => onChange({ field, operator, value: event.currentTarget.value })}
            />
          )}
        </div>
      )}
    </SentenceLine>
  )
}

const placeholders: Partial<Record<ConditionField, string>> = {
  query: 'title:word OR has:audio',
  entry_attachments_duration: '1:30:00',
  entry_media_length: '3',
  feed_url: 'https://example.org/feed.xml',
}

const operatorsOfField = (field: string): readonly string[] =>
  isField(field) ? operatorsOf[field] : pluginOperators

/** The values of fields that have a fixed set of them. @param operand of a plugin's condition */
function valuesOf(
  field: string,
  operand: ConditionOperand | null,
): readonly { value: string; key: string }[] | null {
  if (operand?.type === 'boolean') return [{ value: HOLDS, key: 'app:rules.operators.holds' }]
  if (operand?.type === 'choice')
    return operand.choices.map((value) => ({
      value,
      key: `${field.replace(':', ':conditionChoices.')}.${value}`,
    }))
  if (field === 'view')
    return views.map((name, view) => ({ value: String(view), key: `common:view.${name}` }))
  if (field === 'status')
    return ['read', 'collected'].map((value) => ({ value, key: `app:rules.status.${value}` }))
  return null
}

/** The value after another field was chosen: a text stays, a fixed value does not fit elsewhere. */
function firstValue(choices: ReturnType<typeof valuesOf>, value: string): string {
  if (choices) return choices.some((one) => one.value === value) ? value : (choices[0]?.value ?? '')
  return value
}
