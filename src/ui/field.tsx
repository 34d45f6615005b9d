import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { isComposing } from '../core/key-press.ts'
import { IconButton } from './button.tsx'
import { HideIcon, OpenMenuIcon, SearchIcon, ShowIcon } from './icons.ts'

/** Props of every field. */
export type FieldProps = {
  readonly label: string
  /** The label is for screen readers only, as in a search box with an icon. */
  readonly hideLabel?: boolean
  readonly hint?: ReactNode
  /** Error message; marks the field as invalid. */
  readonly error?: string | undefined
}

/** What an input method handles, such as the Enter that ends a composition, is no press for the field's own keys. */
const ownKeys =
  <Field,>(onKeyDown: ((event: KeyboardEvent<Field>) => void) | undefined) =>
  (event: KeyboardEvent<Field>) => {
    if (!isComposing(event.nativeEvent)) onKeyDown?.(event)
  }

type FrameProps = FieldProps & { readonly id: string; readonly children: ReactNode }

const describedBy = (id: string, { hint, error }: FieldProps) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

const Frame = ({ id, label, hideLabel, hint, error, children }: FrameProps) => (
  <div className="ui-field" data-invalid={error ? '' : undefined}>
    <label htmlFor={id} className={hideLabel ? 'ui-visually-hidden' : 'ui-field-label'}>
      {label}
    </label>
    {children}
    {error && (
      <p className="ui-field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    )}
    {hint && (
      <p className="ui-field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)

export type TextFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'children'> & {
    readonly icon?: ReactNode
    /** Something at the end of the field: a key, a button, a unit. */
    readonly trailing?: ReactNode
  }

/** One line of text with its label. */
export function TextField({ label, hideLabel, hint, error, icon, trailing, ...input }: TextFieldProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const field = { label, hideLabel, hint, error }
  return (
    <Frame id={id} {...field}>
      <div className="ui-field-box">
        {icon}
        <input
          type="text"
          {...input}
          onKeyDown={ownKeys(input.onKeyDown)}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, field)}
        />
        {trailing}
      </div>
    </Frame>
  )
}

export type SearchFieldProps = Omit<TextFieldProps, 'type' | 'icon' | 'placeholder' | 'hideLabel'>

/** A search box; while it is empty it shows its label. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextField
      {...props}
      type="search"
      hideLabel
      icon={<SearchIcon aria-hidden="true" />}
      placeholder={props.label}
    />
  )
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'> & {
  readonly revealLabel: string
  readonly concealLabel: string
}

/** A password field whose text can be revealed. The button is none of the stops of Tab, and leaves the focus in the field. */
export function PasswordField({ revealLabel, concealLabel, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      label={shown ? concealLabel : revealLabel}
      icon={shown ? <HideIcon /> : <ShowIcon />}
      size="small"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <TextField
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      trailing={toggle}
    />
  )
}

export type TextAreaProps = FieldProps &
  Omit<ComponentPropsWithRef<'textarea'>, 'children'> & { readonly code?: boolean }

/** Multi-line text; grows with its content. */
export function TextArea({ label, hideLabel, hint, error, code, ...area }: TextAreaProps) {
  const ownId = useId()
  const id = area.id ?? ownId
  const field = { label, hideLabel, hint, error }
  return (
    <Frame id={id} {...field}>
      <div className="ui-field-box" data-area="" data-code={code || undefined}>
        <textarea
          rows={3}
          spellCheck={!code}
          {...area}
          onKeyDown={ownKeys(area.onKeyDown)}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, field)}
        />
      </div>
    </Frame>
  )
}

export type Choice<Value extends string = string> = {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

export type SelectProps<Value extends string> = FieldProps & {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
  readonly name?: string
}

/** The native select, which works with every input method and screen reader. */
export function Select<Value extends string>({
  value,
  choices,
  onChange,
  disabled,
  name,
  ...field
}: SelectProps<Value>) {
  const id = useId()
  const choose = (chosen: string) => {
    const choice = choices.find((one) => one.value === chosen)
    if (choice) onChange(choice.value)
  }
  return (
    <Frame id={id} {...field}>
      <div className="ui-field-box" data-select="">
        <select
          id={id}
          name={name}
          value={value}
          disabled={disabled}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={describedBy(id, field)}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
        <OpenMenuIcon aria-hidden="true" />
      </div>
    </Frame>
  )
}
