import { Switch } from '../../ui/index.ts'

type PluginChoicesProps = {
  readonly title: string
  readonly hint: string
  /** All that is offered, in no order. */
  readonly choices: readonly string[]
  readonly labelOf: (choice: string) => string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** A group of switches for what a rule does by plugins, sorted by their labels. */
export function PluginChoices({ title, hint, choices, labelOf, chosen, onChange }: PluginChoicesProps) {
  return (
    <fieldset className="result-list">
      <legend>{title}</legend>
      <p className="rules-hint">{hint}</p>
      {choices
        .toSorted((a, b) => labelOf(a).localeCompare(labelOf(b)))
        .map((choice) => (
          <Switch
            key={choice}
            label={labelOf(choice)}
            checked={chosen.includes(choice)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, choice] : chosen.filter((one) => one !== choice))
            }
          />
        ))}
    </fieldset>
  )
}
