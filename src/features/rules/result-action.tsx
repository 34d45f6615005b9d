import type { ActionOperand } from '../../contract/plugin-bundle.ts'
import { pluginActionOf, pluginActionText, type PluginAction } from '../../contract/rule-conditions.ts'
import { Select, TextField, useTranslation } from '../../ui/index.ts'
import { actionProblem, operandOfAction } from './check-rule.ts'
import type { ResultPartProps } from './result-part.ts'
import { withItemAt, withoutValue } from './result-parts.ts'
import { useActionTitle } from './use-action-title.ts'

/** An action of a plugin that a rule does, with what is entered for it. */
export function ResultAction({ at, result, providers, onChange }: ResultPartProps & { readonly at: number }) {
  const { t } = useTranslation(['app'])
  const actionTitle = useActionTitle()
  const action = result.pluginActions?.[at] ?? ''
  const part = pluginActionOf(action)
  const operand = operandOfAction(action, providers)
  const found = part?.value ? actionProblem(action, providers) : null
  return (
    <>
      {/* One that is not there says what it was to be done with. */}
      <span className="sentence-verb">{actionTitle(operand ? withoutValue(action) : action)}</span>
      {part && operand ? (
        <ValueField
          part={part}
          operand={operand}
          error={found ? t(found.key, found.values ?? {}) : undefined}
          onEnter={(value) =>
            onChange(withItemAt(result, 'pluginActions', at, pluginActionText({ ...part, value })))
          }
        />
      ) : (
        <span className="sentence-hint">{t('rules.actHint')}</span>
      )}
    </>
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
  const label = t(`${plugin}:actionOperands.${name}`, { defaultValue: t('rules.value') })
  const field = { label, hideLabel: true, value: value ?? '', error }
  if (operand.type === 'text')
    return (
      <div className="sentence-value">
        <TextField
          {...field}
          placeholder={label}
          maxLength={operand.maxLength}
          onChange={(event) => onEnter(event.currentTarget.value)}
        />
      </div>
    )
  const choices = operand.choices.map((one) => ({
    value: one,
    label: t(`${plugin}:actionChoices.${name}.${one}`, { defaultValue: one }),
  }))
  return <Select {...field} choices={choices} onChange={onEnter} />
}
