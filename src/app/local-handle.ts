/** The page's one hold on follow.db, kept here so that the error page has it when all else is broken. */
import type { Local } from '../local/calls.ts'

let handle: Local | undefined

export const keepLocal = (local: Local): Local => (handle = local)
export const localOf = (): Local | undefined => handle
