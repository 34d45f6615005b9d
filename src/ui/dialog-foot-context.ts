import { createContext } from 'react'

/** The lower edge of the dialog around a component; null until it is mounted, undefined outside of dialogs. */
export const DialogFootContext = createContext<HTMLElement | null | undefined>(undefined)
