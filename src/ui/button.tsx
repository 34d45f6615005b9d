import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './kbd.tsx'
import { ariaKeys } from './key-label.ts'
import { Spinner } from './spinner.tsx'
import { tooltip } from './tooltip-attributes.ts'

type Shared = Omit<ComponentPropsWithRef<'button'>, 'children' | 'title'> & {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  /** The command to run; rendered as data-command-id, which the app's click dispatcher reads. */
  readonly commandId?: string | undefined
  /** The command's keys in tinykeys syntax, shown in the tooltip and exposed to screen readers. */
  readonly keys?: string | undefined
  readonly busy?: boolean
}

export type ButtonProps = Shared & {
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Draw the keys inside the button too. */
  readonly showKeys?: boolean
  readonly tooltip?: string | undefined
  readonly wide?: boolean
}

/** A button with a text label. */
export function Button({ icon, children, showKeys, tooltip: hint, wide, className, ...rest }: ButtonProps) {
  return (
    <button
      {...attributes(rest, hint)}
      className={classes('ui-button', className)}
      data-wide={wide || undefined}
    >
      {icon}
      <span className="ui-button-label">{children}</span>
      {showKeys && rest.keys && <Kbd keys={rest.keys} />}
      {rest.busy && <Spinner />}
    </button>
  )
}

export type IconButtonProps = Shared & {
  /** Accessible name and tooltip. */
  readonly label: string
  readonly icon: ReactNode
  /** For toggle buttons, such as the star of an entry. */
  readonly pressed?: boolean | undefined
}

/** An icon button; its variant is quiet by default. */
export function IconButton({ label, icon, pressed, className, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <button
      {...attributes({ variant, ...rest }, label)}
      className={classes('ui-button ui-icon-button', className)}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
      {rest.busy && <Spinner />}
    </button>
  )
}

/** Not `disabled`, which would drop the keyboard focus; the click does nothing. */
const whileBusy = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

const attributes = (
  { variant = 'plain', size = 'medium', commandId, keys, busy, disabled, ...rest }: Shared,
  hint?: string,
) => ({
  type: 'button' as const,
  ...rest,
  ...(hint ? tooltip(hint, keys) : {}),
  disabled,
  ...(busy ? whileBusy : {}),
  'aria-busy': busy || undefined,
  'aria-keyshortcuts': keys ? ariaKeys(keys) : undefined,
  'data-variant': variant,
  'data-size': size,
  'data-command-id': busy ? undefined : commandId,
  'data-busy': busy || undefined,
})
