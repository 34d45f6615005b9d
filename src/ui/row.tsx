import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from './classes.ts'

export type RowProps = Omit<ComponentPropsWithRef<'div'>, 'title'> & {
  /** The row that the keyboard is on. */
  readonly current?: boolean
  /** Steps inward, as of a feed within its folder. */
  readonly indent?: number
  readonly icon?: ReactNode
  readonly trailing?: ReactNode
}

/** A list row: icon, text, trailing content. Styled by `aria-current` and the focus of its pane. */
export function Row({ current, indent, icon, trailing, children, className, ...rest }: RowProps) {
  return (
    <div
      {...rest}
      className={classes('ui-row', className)}
      aria-current={current ? 'true' : undefined}
      data-indent={indent}
    >
      {icon}
      <span className="ui-row-words">{children}</span>
      {trailing}
    </div>
  )
}

/** A button as wide as its row that looks like the text in it: what opens the row. */
export function RowButton({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...rest} className={classes('ui-row-button', className)} />
}
