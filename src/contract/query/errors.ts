/** Why a query cannot be read. The message in the user's language is the locale key `query.errors.CODE`. */

/** English messages, for the server's responses and the command line; values in braces are those of the error. */
const queryErrorMessages = {
  tooLong: 'A query has at most {limit} characters',
  tooDeep: 'Parentheses and minus signs are nested too deeply',
  tooManyTerms: 'A query has at most {limit} terms',
  unclosedQuote: 'The quotation mark is not closed',
  expectedTerm: 'A word or condition is missing',
  expectedClosing: 'A closing parenthesis is missing',
  unexpectedClosing: 'The closing parenthesis was not opened',
  unknownField: 'There is no field “{field}”; put quotation marks around text with a colon',
  expectedValue: 'A value is missing after “{field}”',
  unknownValue: '“{field}” cannot be “{value}”',
  invalidAge: '“{value}” is no age; write 30m, 2h, 3d, 1w, 6mo or 1y',
  invalidDate: '“{value}” is no date; write 2026-01-31',
  invalidReadingTime: '“{value}” is no reading time; write <10m or >5m',
  invalidLimit: '“{value}” is no number from 1 to {limit}',
  onlyTopLevel: '“{field}” cannot be in parentheses or negated',
  onlySearches: '“{field}” works in searches, not in conditions',
  rankedAlternative: '“{field}” cannot stand beside OR',
  noCurrentEntry: 'No entry is open; name one by its id, as in like:ID',
  noRanking: 'No plugin that is on answers “{field}”',
  repeated: '“{field}” is set twice',
} as const
export type QueryErrorCode = keyof typeof queryErrorMessages

export type QueryError = {
  /** Index into the query, in UTF-16 code units; its length when something is missing at the end. */
  readonly position: number
  readonly code: QueryErrorCode
  readonly values: Readonly<Record<string, string | number>>
}

/** The English message of an error. */
export const queryErrorMessage = ({ code, values }: Pick<QueryError, 'code' | 'values'>): string =>
  queryErrorMessages[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
