import type { ActionOperand } from '../../contract/plugin-bundle.ts'
import { pluginActionOf, pluginActionText, type PluginAction } from '../../contract/rule-conditions.ts'
import { Select, TextField, useTranslation } from '../../ui/index.ts'
import { actionProblem, operandOfAction } from './check-rule.ts'
import { PluginChoices } from './plugin-choices.tsx'
import type { ResultPartProps } from './result-part.ts'
import { useActionTitle } from './use-action-title.ts'
import type { RuleProviders } from './use-rule-providers.ts'

/** What a rule does by actions of plugins: of those that are on, and those that it names already. Nothing where there are none. */
export function ResultActions({ result, providers, onChange }: ResultPartProps) {
  const { t } = useTranslation(['app'])
  const actionTitle = useActionTitle()
  const named = result.pluginActions ?? []
  const offered = [...(providers?.values() ?? [])].flatMap(({ plugin, isOn, actions }) =>
    isOn ? Object.keys(actions).map((name) => `${plugin}:${name}`) : [],
  )
  const all = [
    ...new Set(named),
    ...offered.filter((one) => !named.some((action) => withoutValue(action) === one)),
  ]
  if (all.length === 0) return null
  const change = (pluginActions: string[]) => {
    const { pluginActions: _, ...others } = result
    onChange(pluginActions.length === 0 ? others : { ...others, pluginActions })
  }
  return (
    <PluginChoices
      title={t('rules.actTitle')}
      hint={t('rules.actHint')}
      choices={all}
      labelOf={(action) => actionTitle(operandOfAction(action, providers) ? withoutValue(action) : action)}
      keyOf={(action) => {
        const key = withoutValue(action)
        return named.find((one) => withoutValue(one) === key) === action || !named.includes(action)
          ? key
          : action
      }}
      renderField={(action) => (
        <OperandField
          action={action}
          providers={providers}
          onChange={(next) => change(named.map((one) => (one === action ? next : one)))}
        />
      )}
      chosen={named}
      onChange={(chosen) =>
        change(chosen.map((one) => (named.includes(one) ? one : withFirstValue(one, providers))))
      }
    />
  )
}

/** `PLUGIN:NAME` of an action. */
function withoutValue(action: string): string {
  const part = pluginActionOf(action)
  return part ? pluginActionText({ ...part, value: null }) : action
}

/** An action that was just chosen: with its first choice, or an empty text. */
function withFirstValue(action: string, providers: RuleProviders | null): string {
  const part = pluginActionOf(action)
  const operand = operandOfAction(action, providers)
  if (!part || !operand) return action
  return pluginActionText({ ...part, value: operand.type === 'choice' ? (operand.choices[0] ?? '') : '' })
}

type OperandFieldProps = {
  readonly action: string
  readonly providers: RuleProviders | null
  readonly onChange: (action: string) => void
}

/** Nothing where nothing is to be entered. */
function OperandField({ action, providers, onChange }: OperandFieldProps) {
  const part = pluginActionOf(action)
  const operand = operandOfAction(action, providers)
  const found = part?.value ? actionProblem(action, providers) : null
  const { t } = useTranslation(['app'])
  if (!part || !operand) return null
  return (
    <ValueField
      part={part}
      operand={operand}
      error={found ? t(found.key, found.values ?? {}) : undefined}
      onEnter={(value) => onChange(pluginActionText({ ...part, value }))}
    />
  )
}

type ValueFieldProps = {
  readonly part: PluginAction
  readonly operand: ActionOperand
  readonly error: string | undefined
  readonly onEnter: (value: string) => void
}

function ValueField({ part: { plugin, name, value }, operand, error, onEnter }: ValueFieldProps) {
  const { t } = useTranslation(['app'])
  const field = {
    label: t(`${plugin}:actionOperands.${name}`, { defaultValue: t('rules.value') }),
    value: value ?? '',
    error,
  }
  if (operand.type === 'text')
    return (
      <TextField
        {...field}
        maxLength={operand.maxLength}
        onChange={(event) => onEnter(event.currentTarget.value)}
      />
    )
  const choices = operand.choices.map((one) => ({
    value: one,
    label: t(`${plugin}:actionChoices.${name}.${one}`, { defaultValue: one }),
  }))
  return <Select {...field} choices={choices} onChange={onEnter} />
}
