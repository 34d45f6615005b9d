import type { ParserName } from './parsers.ts'

/** The input of the child process. */
export type ParseRequest = { readonly parser: ParserName; readonly input: unknown }
