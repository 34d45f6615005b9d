import type { ComponentPropsWithRef } from 'react'
import { classes } from './classes.ts'

export type ProseProps = ComponentPropsWithRef<'div'>

/**
 * The typography of an entry. The content must be sanitised before; font size and line height follow --content-font-size
 * and --content-line-height.
 */
export function Prose({ className, ...rest }: ProseProps) {
  return <div {...rest} className={classes('ui-prose', className)} />
}
