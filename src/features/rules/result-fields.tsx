import { type ReactNode, useId } from 'react'
import { useUnit } from 'effector-react'
import { TextField, useTranslation, Select } from '../../ui/index.ts'
import { rewriteProblem, webhookProblem } from './check-rule.ts'
import { ResultAction } from './result-action.tsx'
import { MAX_LABEL_NAME } from '../../contract/label-names.ts'
import { $labels } from '../../model/labels/index.ts'
import type { ResultPartProps } from './result-part.ts'
import { withItemAt, type ResultPart } from './result-parts.ts'
import { usePluginName } from './use-rule-providers.ts'

const languages = ['en', 'ja', 'zh-CN', 'zh-TW'] as const
type Translation = 'on' | (typeof languages)[number]

/** That a rule has entries translated, and to which language. */
function ResultTranslation({ result, onChange }: ResultPartProps) {
  const { t } = useTranslation(['app', 'lang'])
  const value: Translation = typeof result.translation === 'string' ? result.translation : 'on'
  return (
    <>
      <span className="sentence-verb">{t('rules.results.translation')}</span>
      <Select
        label={t('rules.results.translation')}
        hideLabel
        value={value}
        choices={[
          { value: 'on' as Translation, label: t('rules.translationOn') },
          ...languages.map((code) => ({
            value: code,
            label: t(`lang:languages.${code}`, { defaultValue: code }),
          })),
        ]}
        onChange={(next) => onChange({ ...result, translation: next === 'on' ? true : next })}
      />
    </>
  )
}

type ResultFieldsProps = ResultPartProps & { readonly part: ResultPart }

/** One part of what a rule does: what it is called, and the fields of it. */
export function ResultFields({ part, ...form }: ResultFieldsProps) {
  const { t } = useTranslation(['app'])
  if (part.kind === 'switch')
    return <Verb hint={t(`rules.resultHints.${part.name}`)}>{t(`rules.results.${part.name}`)}</Verb>
  if (part.kind === 'translation') return <ResultTranslation {...form} />
  if (part.kind === 'labels') return <ResultLabel at={part.at} {...form} />
  if (part.kind === 'rewriteRules') return <Rewrite at={part.at} {...form} />
  if (part.kind === 'webhooks') return <Webhook at={part.at} {...form} />
  if (part.kind === 'saves') return <Save plugin={form.result.saves?.[part.at] ?? ''} />
  return <ResultAction at={part.at} {...form} />
}

const Verb = ({ children, hint }: { readonly children: ReactNode; readonly hint?: string }) => (
  <>
    <span className="sentence-verb">{children}</span>
    {hint && <span className="sentence-hint">{hint}</span>}
  </>
)

type ItemProps = ResultPartProps & { readonly at: number }

function Save({ plugin }: { readonly plugin: string }) {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  const name = t('rules.saveTo', { plugin: pluginName(plugin) })
  return <Verb hint={t('rules.saveHint')}>{t(`${plugin}:save`, { defaultValue: name })}</Verb>
}

function Rewrite({ at, result, onChange }: ItemProps) {
  const { t } = useTranslation(['app'])
  const { from, to } = result.rewriteRules?.[at] ?? { from: '', to: '' }
  const problem = from === '' && to === '' ? null : rewriteProblem({ from, to })
  const change = (next: { readonly from: string; readonly to: string }) =>
    onChange(withItemAt(result, 'rewriteRules', at, next))
  return (
    <>
      <span className="sentence-verb">{t('rules.rewriteVerb')}</span>
      <div className="sentence-value">
        <TextField
          label={t('rules.rewriteFrom')}
          hideLabel
          placeholder={t('rules.rewriteFrom')}
          value={from}
          spellCheck={false}
          hint={t('rules.rewriteHint')}
          error={problem ? t(problem.key, problem.values ?? {}) : undefined}
          onChange={(event) => change({ from: event.currentTarget.value, to })}
        />
      </div>
      <span className="sentence-joint">{t('rules.rewriteJoint')}</span>
      <div className="sentence-value">
        <TextField
          label={t('rules.rewriteTo')}
          hideLabel
          placeholder={t('rules.rewriteTo')}
          value={to}
          spellCheck={false}
          onChange={(event) => change({ from, to: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

function Webhook({ at, result, onChange }: ItemProps) {
  const { t } = useTranslation(['app'])
  const url = result.webhooks?.[at] ?? ''
  const problem = url === '' ? null : webhookProblem(url)
  return (
    <>
      <span className="sentence-verb">{t('rules.webhookVerb')}</span>
      <div className="sentence-value">
        <TextField
          label={t('rules.webhookUrl')}
          hideLabel
          type="url"
          value={url}
          placeholder="https://hook.example/lectern"
          spellCheck={false}
          hint={t('rules.webhookHint')}
          error={problem ? t(problem.key, problem.values ?? {}) : undefined}
          onChange={(event) => onChange(withItemAt(result, 'webhooks', at, event.currentTarget.value))}
        />
      </div>
    </>
  )
}

/** A label that a rule puts on entries; those of the user are offered. */
function ResultLabel({ at, result, onChange }: ResultPartProps & { readonly at: number }) {
  const { t } = useTranslation(['app'])
  const known = useUnit($labels)
  const id = useId()
  return (
    <>
      <span className="sentence-verb">{t('rules.labelVerb')}</span>
      <datalist id={id}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="sentence-value">
        <TextField
          label={t('rules.labelName')}
          hideLabel
          placeholder={t('rules.labelName')}
          value={result.labels?.[at] ?? ''}
          list={id}
          maxLength={MAX_LABEL_NAME}
          onChange={(event) => onChange(withItemAt(result, 'labels', at, event.currentTarget.value))}
        />
      </div>
    </>
  )
}
