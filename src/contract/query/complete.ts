/** Completions of a query while it is typed, and its tokens for highlighting. */
import { foldText } from './fold-text.ts'
import { fieldValues, isQueryField, queryFields, type QueryField } from './fields.ts'
import { formatValue, tokenize } from './tokenize.ts'
import { parseQuery } from './parse.ts'

/** The names that completions offer. */
export type QueryContext = {
  readonly feeds: readonly string[]
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  readonly lists: readonly string[]
  readonly inboxes: readonly string[]
  readonly labels: readonly string[]
  readonly languages: readonly string[]
  /** Days that `before:` and `after:` offer, as 2026-01-31. */
  readonly days: readonly string[]
}
type QueryCompletion = {
  /** What replaces the range. */
  readonly text: string
  readonly kind: 'field' | 'value'
  readonly field: QueryField
  /** i18n key, in the namespace `app`, of the field's description. */
  readonly descriptionKey: string
}
export type QueryCompletions = {
  /** The range that a completion replaces, in UTF-16 code units. */
  readonly from: number
  readonly to: number
  readonly items: readonly QueryCompletion[]
}

const AGES = ['1h', '12h', '1d', '3d', '1w', '1mo', '1y']
const READING_TIMES = ['<3m', '<5m', '<10m', '>10m', '>20m']
const LIMITS = ['10', '20', '50', '100', '500']
const MAX_ITEMS = 50

/** @param caret index into the text; completions are of the token that ends there */
export function completeQuery(text: string, caret: number, context: QueryContext): QueryCompletions {
  const none = { from: caret, to: caret, items: [] }
  const token = tokenize(text.slice(0, caret)).at(-1)
  if (token?.end !== caret || token.kind === 'open' || token.kind === 'close' || token.kind === 'minus')
    return { ...none, items: fieldItems('') }
  const to = endOfToken(text, caret)
  if (token.kind === 'text')
    return text[token.start] === '"'
      ? none
      : { from: token.start, to, items: fieldItems(token.text.toLowerCase()) }
  if (token.kind !== 'field' || !isQueryField(token.field)) return none
  const { field, value, valueStart, quoted, unclosed } = token
  if (quoted && !unclosed) return none
  return { from: valueStart, to: quoted ? caret : to, items: valueItems(field, value, context) }
}

/** The end of the word that the caret is in. */
const endOfToken = (text: string, caret: number): number =>
  caret + (/^[^\s()"]*/.exec(text.slice(caret))?.[0].length ?? 0)

const completion = (text: string, kind: QueryCompletion['kind'], field: QueryField): QueryCompletion => ({
  text,
  kind,
  field,
  descriptionKey: `query.fields.${field}`,
})

const fieldItems = (start: string): QueryCompletion[] =>
  queryFields
    .filter((field) => field.startsWith(start))
    .map((field) => completion(`${field}:`, 'field', field))

function valueItems(field: QueryField, typed: string, context: QueryContext): QueryCompletion[] {
  const start = foldText(typed)
  const values = [...new Set(valuesOf(field, context))].map((value) => ({ value, folded: foldText(value) }))
  const first = values.filter(({ folded }) => folded.startsWith(start))
  const others = values.filter(({ folded }) => !folded.startsWith(start) && folded.includes(start))
  return [...first, ...others]
    .slice(0, MAX_ITEMS)
    .map(({ value }) => completion(formatValue(value), 'value', field))
}

function valuesOf(field: QueryField, context: QueryContext): readonly string[] {
  switch (field) {
    case 'feed':
      return context.feeds
    case 'in':
      return context.folders
    case 'tag':
      return context.tags
    case 'list':
      return context.lists
    case 'inbox':
      return context.inboxes
    case 'label':
      return context.labels
    case 'lang':
      return context.languages
    case 'older':
    case 'newer':
      return AGES
    case 'time':
      return READING_TIMES
    case 'before':
    case 'after':
      return context.days
    case 'limit':
      return LIMITS
    default:
      return fieldValues[field] ?? []
  }
}

/** A part of a query for highlighting; the parts do not overlap and leave out spaces. */
export type QueryHighlight = {
  readonly start: number
  readonly end: number
  readonly kind: 'operator' | 'field' | 'value' | 'text' | 'error'
}

/** @returns parts in order; from the position of an error to the end of its token they are errors */
export function highlightQuery(text: string): QueryHighlight[] {
  const result = parseQuery(text)
  const wrong = result.ok ? Infinity : result.error.position
  return tokenize(text).flatMap((token): QueryHighlight[] => {
    const { start, end } = token
    if (wrong >= start && wrong < end) return [{ start, end, kind: 'error' }]
    if (token.kind === 'field')
      return [
        { start, end: token.valueStart, kind: 'field' },
        ...(end > token.valueStart ? [{ start: token.valueStart, end, kind: 'value' } as const] : []),
      ]
    return [{ start, end, kind: token.kind === 'text' ? 'text' : 'operator' }]
  })
}
