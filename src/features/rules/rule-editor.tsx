import { useUnit } from 'effector-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { isComposing } from '../../core/index.ts'
import type { Rule } from '../../contract/actions.ts'
import type { ConditionGroups } from '../../contract/rule-query.ts'
import { groupsOfRule, ruleSaved, withRule, type EditedRule } from '../../model/rules/index.ts'
import { $configs } from '../../model/session/state.ts'
import { Button, EmptyState, Notice, SegmentedControl, TextField, useTranslation } from '../../ui/index.ts'
import { conditionProblem, ruleProblems } from './check-rule.ts'
import { ConditionForm } from './condition-form.tsx'
import { LiveMatches } from './live-matches.tsx'
import { PluginNotesList } from './plugin-notes-list.tsx'
import { QueryForm } from './query-form.tsx'
import { ResultForm } from './result-form.tsx'
import type { RuleProviders } from './use-rule-providers.ts'

type RuleEditorProps = {
  /** null: there is no such rule. */
  readonly edited: EditedRule | null
  readonly rules: readonly Rule[]
  /** null: not known yet. */
  readonly providers: RuleProviders | null
  readonly onClose: () => void
}

/** Writes one rule: its conditions in a form or as a query, what it does, and what it would have done. */
export function RuleEditor({ edited, ...props }: RuleEditorProps) {
  const { t } = useTranslation(['app', 'common'])
  if (edited === null)
    return (
      <EmptyState
        title={t('rules.missing')}
        actions={<Button onClick={props.onClose}>{t('rules.title')}</Button>}
      />
    )
  return <EditorForm edited={edited} {...props} />
}

const WEBHOOKS = 5
const RULES = 10

function EditorForm({
  edited,
  rules,
  providers,
  onClose,
}: RuleEditorProps & { readonly edited: EditedRule }) {
  const { t } = useTranslation(['app', 'common'])
  const { save, configs } = useUnit({ save: ruleSaved, configs: $configs })
  const [name, setName] = useState(edited.rule.name)
  const [groups, setGroups] = useState<ConditionGroups>(() => groupsOfRule(edited.rule))
  const [result, setResult] = useState(edited.rule.result)
  const [way, setWay] = useState<'form' | 'query'>('form')
  const [isChecked, setChecked] = useState(false)
  const rule: Rule = { name: name.trim(), condition: groups.map((group) => [...group]), result }
  const limits = { webhooks: configs?.MAX_WEBHOOKS_PER_ACTION ?? WEBHOOKS }
  const problems = ruleProblems(groups, rule, limits, providers)
  const most = configs?.MAX_ACTIONS ?? RULES
  const isIncomplete = groups.some((group) =>
    group.some((condition) => conditionProblem(condition, providers) !== null),
  )
  const isTooMany = edited.position === null && rules.length >= most
  const submit = () => {
    setChecked(true)
    if (problems.length > 0 || isTooMany) return
    save({ position: edited.position, rule })
    onClose()
  }
  const press = (event: KeyboardEvent) => {
    // Keys of an open menu arrive here too.
    if (isComposing(event.nativeEvent) || !event.currentTarget.contains(event.target as Node)) return
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isSave) submit()
    else onClose()
  }
  return (
    <form
      className="rule-editor"
      aria-label={edited.position === null ? t('rules.newTitle') : t('rules.editTitle')}
      noValidate
      onKeyDown={press}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="rule-editor-form">
        <TextField
          label={t('rules.name')}
          autoFocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <section aria-label={t('rules.when')}>
          <div className="rules-title">
            <h2>{t('rules.when')}</h2>
            <SegmentedControl
              label={t('rules.way')}
              value={way}
              segments={[
                { value: 'form', label: t('rules.form') },
                { value: 'query', label: t('rules.query') },
              ]}
              onChange={setWay}
            />
          </div>
          {way === 'form' ? (
            <ConditionForm groups={groups} providers={providers} onChange={setGroups} isChecked={isChecked} />
          ) : (
            <QueryForm groups={groups} onChange={setGroups} />
          )}
        </section>
        <section aria-label={t('rules.then')}>
          <h2>{t('rules.then')}</h2>
          <ResultForm result={result} providers={providers} onChange={setResult} limit={limits.webhooks} />
          <PluginNotesList rule={rule} providers={providers} />
        </section>
        {isChecked && problems.length > 0 && (
          <Notice tone="danger">
            <ul className="rule-problems">
              {[...new Map(problems.map((one) => [one.key, one])).values()].map(({ key, values }) => (
                <li key={key}>{t(key, values ?? {})}</li>
              ))}
            </ul>
          </Notice>
        )}
        {isTooMany && <Notice tone="warning">{t('rules.problems.tooManyRules', { limit: most })}</Notice>}
        <div className="rule-editor-actions">
          <Button variant="primary" type="submit" keys="$mod+Enter" disabled={isTooMany}>
            {t('common:action.save')}
          </Button>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        </div>
      </div>
      <LiveMatches
        rules={triedRules(rules, edited, problems.length > 0 ? { ...rule, result: { star: true } } : rule)}
        position={edited.position ?? rules.length}
        isIncomplete={isIncomplete}
      />
    </form>
  )
}

/**
 * The rules with the edited one in its place, which is told by the name that it is stored under. It is tried although it is
 * off, and before it says what it does.
 */
function triedRules(
  rules: readonly Rule[],
  { position, rule: { name } }: EditedRule,
  { condition, result: { disabled: _, ...result } }: Rule,
): readonly Rule[] {
  return withRule(rules, position, { name, condition, result })
}
