import { Command } from 'cmdk'
import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import './choice-box.css'

type Choice = {
  /** Different for each. */
  readonly value: string
  readonly label: string
  /** At the end of the row, such as an id. */
  readonly detail?: string
}
export type ChoiceBoxProps = {
  readonly label: string
  readonly hint?: string
  readonly written: string
  readonly onWrite: (written: string) => void
  /** Those that match what is written. */
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

/** A field over a list: the field has the focus, arrow keys go through the list, and Enter or a click chooses. */
export function ChoiceBox({ label, hint, written, onWrite, choices, onChoose }: ChoiceBoxProps) {
  const [selected, select] = useState('')
  return (
    <Command
      className="ui-stack choice-box"
      label={label}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={select}
    >
      <Command.Input asChild value={written} onValueChange={onWrite}>
        <TextField
          label={label}
          hint={hint}
          autoComplete="off"
          autoFocus
          aria-expanded={choices.length > 0}
        />
      </Command.Input>
      <Command.List className="choice-list" label={label}>
        {choices.map(({ value, label: text, detail }) => (
          <Command.Item key={value} className="choice-row" value={value} onSelect={() => onChoose(value)}>
            <span>{text}</span>
            {detail !== undefined && <span className="choice-detail">{detail}</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
