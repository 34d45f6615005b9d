import { useUnit } from 'effector-react'
import type { Rule } from '../../contract/actions.ts'
import {
  AddIcon,
  Button,
  CloseIcon,
  IconButton,
  Select,
  Switch,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { $ruleResults } from '../registry.ts'
import { rewriteProblem, webhookProblem } from './check-rule.ts'
import { switchResults } from './describe-result.ts'
import { ResultActions } from './result-actions.tsx'
import { ResultLabels } from './result-labels.tsx'
import type { ResultPartProps } from './result-part.ts'
import { ResultSaves } from './result-saves.tsx'

type Result = Rule['result']
type ResultFormProps = ResultPartProps & {
  /** The most webhooks of a rule. */
  readonly limit: number
}
const languages = ['en', 'ja', 'zh-CN', 'zh-TW'] as const
type Translation = 'off' | 'on' | (typeof languages)[number]

/** Everything that a rule can do here. What a plugin does that is off is not shown, and stays in the rule. */
export function ResultForm({ result, providers, onChange, limit }: ResultFormProps) {
  const { t } = useTranslation(['app', 'lang'])
  const provided = useUnit($ruleResults)
  const translation: Translation =
    typeof result.translation === 'string' ? result.translation : result.translation === true ? 'on' : 'off'
  const setTranslation = (value: Translation) => {
    const { translation: _, ...others } = result
    onChange(value === 'off' ? others : { ...others, translation: value === 'on' ? true : value })
  }
  return (
    <div className="result-form">
      {switchResults
        .filter((name) => name !== 'summary' || provided.includes(name))
        .map((name) => (
          <Switch
            key={name}
            label={t(`rules.results.${name}`)}
            hint={t(`rules.resultHints.${name}`)}
            checked={result[name] === true}
            onChange={(checked) => {
              const { [name]: _, ...others } = result
              onChange(checked ? { ...others, [name]: true } : others)
            }}
          />
        ))}
      {provided.includes('translation') && (
        <Select
          label={t('rules.results.translation')}
          value={translation}
          choices={[
            { value: 'off', label: t('rules.translationOff') },
            { value: 'on', label: t('rules.translationOn') },
            ...languages.map((code) => ({
              value: code,
              label: t(`lang:languages.${code}`, { defaultValue: code }),
            })),
          ]}
          onChange={setTranslation}
        />
      )}
      <ResultLabels result={result} onChange={onChange} />
      <Rewrites result={result} onChange={onChange} />
      <ResultSaves result={result} providers={providers} onChange={onChange} />
      <ResultActions result={result} providers={providers} onChange={onChange} />
      <Webhooks result={result} onChange={onChange} limit={limit} />
      {(result.blockRules?.length ?? 0) > 0 && (
        <p className="rules-hint">{t('rules.blockRules', { count: result.blockRules?.length ?? 0 })}</p>
      )}
    </div>
  )
}

function Rewrites({ result, onChange }: Omit<ResultFormProps, 'limit' | 'providers'>) {
  const { t } = useTranslation(['app'])
  const rewrites = result.rewriteRules ?? []
  const change = (rewriteRules: NonNullable<Result['rewriteRules']>) => onChange({ ...result, rewriteRules })
  return (
    <fieldset className="result-list">
      <legend>{t('rules.rewriteTitle')}</legend>
      <p className="rules-hint">{t('rules.rewriteHint')}</p>
      {rewrites.map((one, at) => {
        const problem = one.from === '' && one.to === '' ? null : rewriteProblem(one)
        return (
          <div key={at} className="result-row">
            <TextField
              label={t('rules.rewriteFrom')}
              value={one.from}
              spellCheck={false}
              error={problem ? t(problem.key, problem.values ?? {}) : undefined}
              onChange={(event) => change(rewrites.with(at, { ...one, from: event.currentTarget.value }))}
            />
            <TextField
              label={t('rules.rewriteTo')}
              value={one.to}
              spellCheck={false}
              onChange={(event) => change(rewrites.with(at, { ...one, to: event.currentTarget.value }))}
            />
            <IconButton
              size="small"
              icon={<CloseIcon />}
              label={t('rules.removeRewrite')}
              onClick={() => change(rewrites.filter((_, index) => index !== at))}
            />
          </div>
        )
      })}
      <Button size="small" icon={<AddIcon />} onClick={() => change([...rewrites, { from: '', to: '' }])}>
        {t('rules.addRewrite')}
      </Button>
    </fieldset>
  )
}

function Webhooks({ result, onChange, limit }: Omit<ResultFormProps, 'providers'>) {
  const { t } = useTranslation(['app'])
  const webhooks = result.webhooks ?? []
  const change = (urls: string[]) => onChange({ ...result, webhooks: urls })
  return (
    <fieldset className="result-list">
      <legend>{t('rules.webhookTitle')}</legend>
      <p className="rules-hint">{t('rules.webhookHint')}</p>
      {webhooks.map((url, at) => {
        const problem = url === '' ? null : webhookProblem(url)
        return (
          <div key={at} className="result-row" data-single="">
            <TextField
              label={t('rules.webhookUrl')}
              type="url"
              value={url}
              placeholder="https://hook.example/lectern"
              spellCheck={false}
              error={problem ? t(problem.key, problem.values ?? {}) : undefined}
              onChange={(event) => change(webhooks.with(at, event.currentTarget.value))}
            />
            <IconButton
              size="small"
              icon={<CloseIcon />}
              label={t('rules.removeWebhook')}
              onClick={() => change(webhooks.filter((_, index) => index !== at))}
            />
          </div>
        )
      })}
      <Button
        size="small"
        icon={<AddIcon />}
        disabled={webhooks.length >= limit}
        onClick={() => change([...webhooks, ''])}
      >
        {t('rules.addWebhook')}
      </Button>
    </fieldset>
  )
}
