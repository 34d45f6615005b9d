import type { ParserName } from './parsers.ts'

/** What the child process receives. */
export type ParseRequest = { readonly parser: ParserName; readonly input: unknown }
