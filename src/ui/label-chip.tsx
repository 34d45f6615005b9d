import { TagIcon } from './icons.ts'

export type LabelChipProps = {
  readonly name: string
  /** An accent; null: the colour of the text. */
  readonly color: string | null
  /** Shows the last part of a nested name. */
  readonly short?: boolean
}

/** The name of a label in its colour. */
export const LabelChip = ({ name, color, short }: LabelChipProps) => (
  <span
    className="ui-label-chip"
    data-accent={color ?? undefined}
    dir="auto"
    title={short ? name : undefined}
  >
    {!short && <TagIcon aria-hidden="true" />}
    <span>{short ? (name.split('/').at(-1) ?? name) : name.replaceAll('/', ' / ')}</span>
  </span>
)
