import { use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { DialogFootContext } from './dialog-contexts.ts'

/**
 * Buttons of a part of a dialog, along the dialog's lower edge; outside of dialogs they stand in place. A submit button names
 * its form by the form's id, as it stands outside of it.
 */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  const foot = use(DialogFootContext)
  if (foot === undefined) return <div className="ui-actions">{children}</div>
  return foot && createPortal(children, foot)
}
