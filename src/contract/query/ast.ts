/** What a query means (design 6), as plain data: the same for parser, formatter, predicate and SQL. */
import type { View } from '../views.ts'

export const queryStates = ['read', 'unread', 'starred', 'rare'] as const
type QueryState = (typeof queryStates)[number]
export const queryMedia = ['image', 'audio', 'video', 'attachment'] as const
export type QueryMedia = (typeof queryMedia)[number]
/** What a user may have added to an entry: a highlight, or a note on it or on one of its highlights. */
export const queryAnnotations = ['highlight', 'note'] as const
export type QueryAnnotation = (typeof queryAnnotations)[number]
export const ageUnits = ['m', 'h', 'd', 'w', 'mo', 'y'] as const
export type AgeUnit = (typeof ageUnits)[number]
/** States of an entry; `rare` is one of its feed. */
export type EntryQueryState = Exclude<QueryState, 'rare'>
/** Names of views in queries, by their number on the wire. */
export const queryViews = ['articles', 'social', 'pictures', 'videos', 'audios', 'notifications'] as const

/** Where an entry comes from, by name. */
export type SourceTerm = {
  readonly kind: 'source'
  readonly field: 'feed' | 'folder' | 'tag' | 'list' | 'inbox'
  readonly name: string
}
export type ViewTerm = { readonly kind: 'view'; readonly view: View }
/** Text that occurs in a field; `any`: in the title or the content. */
export type TextTerm = {
  readonly kind: 'text'
  readonly field: 'any' | 'title' | 'author'
  readonly text: string
}
export type AgeTerm = {
  readonly kind: 'age'
  readonly comparison: 'older' | 'newer'
  readonly count: number
  readonly unit: AgeUnit
}
/** The time that an entry takes to read: fewer minutes than this, or more. */
type ReadingTimeTerm = {
  readonly kind: 'time'
  readonly comparison: 'under' | 'over'
  readonly minutes: number
}
/** `date` is a day as YYYY-MM-DD, in UTC: `before` excludes it, `after` includes it. */
export type DateTerm = {
  readonly kind: 'date'
  readonly comparison: 'before' | 'after'
  readonly date: string
}
/** Fields that compare entries by what they mean: with an entry, and with words. */
export type QueryRanking = 'like' | 'about'
/** Entries near to one, or to words. A plugin ranks them on the server: `ids` are its answer, which a parsed query lacks. */
export type NearTerm = {
  readonly kind: 'near'
  readonly ranking: QueryRanking
  readonly value: string
  readonly ids?: readonly string[]
}
export type QueryTerm =
  | TextTerm
  | SourceTerm
  | ViewTerm
  | { readonly kind: 'state'; readonly state: QueryState }
  | { readonly kind: 'media'; readonly media: QueryMedia }
  | AgeTerm
  | DateTerm
  | ReadingTimeTerm
  /** A language tag in small letters; it includes its variants: `zh` includes `zh-tw`. */
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'annotation'; readonly annotation: QueryAnnotation }
  | NearTerm
  /** Text that occurs in a note. */
  | { readonly kind: 'note'; readonly text: string }
  /** Text that occurs in the transcript of an episode, once that is fetched. */
  | { readonly kind: 'transcript'; readonly text: string }

export type QueryExpression =
  /** Every entry: the empty query. */
  | { readonly kind: 'all' }
  /** At least two terms. */
  | { readonly kind: 'and' | 'or'; readonly terms: readonly QueryExpression[] }
  | { readonly kind: 'not'; readonly term: QueryExpression }
  | QueryTerm

export type QueryAst = {
  readonly where: QueryExpression
  /** By published time. Absent: newest first, those with the query's words in the title before the others; of a ranked query the nearest first. */
  readonly sort?: 'old' | 'new'
  /** Maximum number of entries that the query selects. */
  readonly limit?: number
}

/** The leaves of an expression, in order. */
export function queryTerms(expression: QueryExpression): QueryTerm[] {
  if (expression.kind === 'all') return []
  if (expression.kind === 'not') return queryTerms(expression.term)
  if ('terms' in expression) return expression.terms.flatMap(queryTerms)
  return [expression]
}

/** Whether a query reads the text of entries, or its length. */
export const searchesText = ({ where }: QueryAst): boolean =>
  queryTerms(where).some(({ kind }) => kind === 'text' || kind === 'time')

/** Whether a query reads transcripts. */
export const searchesTranscripts = ({ where }: QueryAst): boolean =>
  queryTerms(where).some(({ kind }) => kind === 'transcript')

/** Whether a query depends on which feeds are rare. */
export const asksRarity = ({ where }: QueryAst): boolean =>
  queryTerms(where).some((term) => term.kind === 'state' && term.state === 'rare')

/** The terms by which a query ranks entries, each once. Its order is theirs, and it selects the nearest ones alone. */
export function nearTerms({ where }: QueryAst): readonly NearTerm[] {
  const terms = queryTerms(where).filter((term) => term.kind === 'near')
  return [...new Map(terms.map((term) => [`${term.ranking} ${term.value}`, term])).values()]
}
/** Entries that a ranked query selects where it has no limit of its own. */
export const MAX_NEAR = 100
/** `like:entry` is like the current entry: a browser puts its id there. */
export const CURRENT_ENTRY = 'entry'

/** The query with each of its rankings replaced, which stand outside parentheses and alternatives. */
export function withNear(ast: QueryAst, replaced: (term: NearTerm) => NearTerm): QueryAst {
  const within = (term: QueryExpression): QueryExpression => (term.kind === 'near' ? replaced(term) : term)
  const { where } = ast
  return {
    ...ast,
    where: where.kind === 'and' ? { ...where, terms: where.terms.map(within) } : within(where),
  }
}

/**
 * Texts that an entry may contain to be selected, not those that it must not.
 * @param fields that the texts are looked for in
 */
export function soughtTexts(
  expression: QueryExpression,
  fields: readonly TextTerm['field'][] = ['any'],
): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.terms.flatMap((term) => soughtTexts(term, fields))
    case 'text':
      return fields.includes(expression.field) && expression.text !== '' ? [expression.text] : []
    default:
      return []
  }
}
