import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'

/** A button as wide as its row that looks like the text in it: what opens the row. */
export function RowButton({ className, ...rest }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...rest} className={classes('ui-row-button', className)} />
}
