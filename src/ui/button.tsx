import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './kbd.tsx'
import { ariaKeys } from './key-label.ts'
import { Spinner } from './spinner.tsx'
import { tooltip } from './tooltip-attributes.ts'

type Shared = Omit<ComponentPropsWithRef<'button'>, 'children' | 'title'> & {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  /** The command that a press runs; becomes data-command-id, which the one door listens to. */
  readonly commandId?: string | undefined
  /** The command's keys as tinykeys writes them: shown in the tooltip, told to screen readers. */
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

/** A button with words. */
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
  /** The words of the button, for the tooltip and for those who do not see the icon. */
  readonly label: string
  readonly icon: ReactNode
  /** For a button that stays down, such as the star of a starred entry. */
  readonly pressed?: boolean | undefined
}

/** A button that is only an icon; quiet unless told otherwise. */
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

/** Not `disabled`, which would throw the keyboard's focus away in the middle of a form; it just does nothing. */
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
