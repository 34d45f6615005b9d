import { type CSSProperties, type ReactNode, useId } from 'react'

type ToggleProps = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly name?: string
}

/** A setting that applies at once: label on the left, switch on the right. */
export function Switch({ label, hint, checked, onChange, disabled, name }: ToggleProps) {
  const id = useId()
  return (
    <label className="ui-toggle" data-kind="switch" data-disabled={disabled || undefined}>
      <span className="ui-toggle-words">
        <span>{label}</span>
        {hint && (
          <span className="ui-field-hint" id={id}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="ui-switch"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

export type CheckboxProps = ToggleProps & {
  /** Some of what it stands for is chosen. */ readonly mixed?: boolean
}

/** A checkbox, read when the form is submitted. */
export function Checkbox({ label, hint, checked, mixed = false, onChange, disabled, name }: CheckboxProps) {
  const id = useId()
  return (
    <label className="ui-toggle" data-kind="checkbox" data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        className="ui-checkbox"
        name={name}
        // indeterminate has no attribute, only a property.
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="ui-toggle-words">
        <span>{label}</span>
        {hint && (
          <span className="ui-field-hint" id={id}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

export type Segment<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
}

export type SegmentedControlProps<Value extends string> = {
  /** Names the group for screen readers. */
  readonly label: string
  readonly value: Value
  readonly segments: readonly Segment<Value>[]
  readonly onChange: (value: Value) => void
  readonly iconsOnly?: boolean
}

/** Selects one of two to five visible options. Radio buttons underneath, so arrow keys work. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  segments,
  onChange,
  iconsOnly,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div className="ui-segments" role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="ui-segment"
          data-tooltip={iconsOnly ? segment.label : undefined}
        >
          <input
            type="radio"
            className="ui-visually-hidden"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon}
          <span className={iconsOnly ? 'ui-visually-hidden' : undefined}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}

export type SliderProps = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  /** The value as text, e.g. "16 px"; shown next to the slider and announced. */
  readonly valueText?: string
  readonly onChange: (value: number) => void
  readonly disabled?: boolean
}

/** A number input as a slider. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  valueText = String(value),
  onChange,
  disabled,
}: SliderProps) {
  const id = useId()
  return (
    <div className="ui-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={valueText}
        style={{ '--slider-part': `${(100 * (value - min)) / (max - min)}%` } as CSSProperties}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output htmlFor={id}>{valueText}</output>
    </div>
  )
}
