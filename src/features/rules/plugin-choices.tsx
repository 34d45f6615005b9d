import type { ReactNode } from 'react'
import { Switch } from '../../ui/index.ts'

type PluginChoicesProps = {
  readonly title: string
  readonly hint: string
  /** All that is offered, in no order. */
  readonly choices: readonly string[]
  readonly labelOf: (choice: string) => string
  /** What stays of a choice while something is entered for it; the choice itself when absent. */
  readonly keyOf?: (choice: string) => string
  /** What is entered for a choice, below its switch while that is on. */
  readonly renderField?: (choice: string) => ReactNode
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** A group of switches for what a rule does by plugins, sorted by their labels. */
export function PluginChoices({
  title,
  hint,
  choices,
  labelOf,
  keyOf = (choice) => choice,
  renderField,
  chosen,
  onChange,
}: PluginChoicesProps) {
  return (
    <fieldset className="result-list">
      <legend>{title}</legend>
      <p className="rules-hint">{hint}</p>
      {choices
        .toSorted((a, b) => labelOf(a).localeCompare(labelOf(b)))
        .map((choice) => (
          <div key={keyOf(choice)} className="result-choice">
            <Switch
              label={labelOf(choice)}
              checked={chosen.includes(choice)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, choice] : chosen.filter((one) => one !== choice))
              }
            />
            {chosen.includes(choice) && renderField?.(choice)}
          </div>
        ))}
    </fieldset>
  )
}
