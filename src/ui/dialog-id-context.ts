import { createContext } from 'react'

/** The id of the dialog around a component; the dialog's surface carries it as `data-dialog`. */
export const DialogIdContext = createContext<string | undefined>(undefined)
