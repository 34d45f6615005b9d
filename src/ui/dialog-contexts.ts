import { createContext } from 'react'

/** The id of the dialog around a component; the dialog's surface carries it as `data-dialog`. */
export const DialogIdContext = createContext<string | undefined>(undefined)

/** The lower edge of the dialog around a component; null until it is mounted, undefined outside of dialogs. */
export const DialogFootContext = createContext<HTMLElement | null | undefined>(undefined)
