/** Compiles a query for a database: the structure is the same everywhere, the conditions are the dialect's. */
import type {
  EntryQueryState,
  QueryAnnotation,
  QueryAst,
  QueryExpression,
  QueryMedia,
  QueryTerm,
  TextTerm,
} from './ast.ts'
import { labelKey } from '../label-names.ts'
import { foldText } from './fold-text.ts'
import { matchesSource, type SourceFacts } from './matches.ts'
import { timeRange } from './time.ts'

/** Conditions on an entry. None may be null in SQL: a negated null would select nothing. */
export type QueryDialect<Condition> = {
  readonly every: (conditions: readonly Condition[]) => Condition
  readonly some: (conditions: readonly Condition[]) => Condition
  readonly not: (condition: Condition) => Condition
  readonly constant: (value: boolean) => Condition
  /** @param text folded */
  readonly text: (field: TextTerm['field'], text: string) => Condition
  /** The entry is of one of these feeds. */
  readonly sources: (feedIds: readonly string[]) => Condition
  readonly state: (state: EntryQueryState) => Condition
  readonly media: (media: QueryMedia) => Condition
  readonly published: (range: { from: number } | { until: number }) => Condition
  /** The reading time in seconds is less than `under`, or more than `over`. */
  readonly readingTime: (bound: { under: number } | { over: number }) => Condition
  /** The tag itself, or a variant of it. */
  readonly language: (language: string) => Condition
  /** The entry has this label or one within it. @param key as labels are compared (contract/label-names) */
  readonly label: (key: string) => Condition
  readonly annotation: (annotation: QueryAnnotation) => Condition
  /** The entry is one of these. */
  readonly among: (entryIds: readonly string[]) => Condition
  /** The text occurs in a note of the entry. @param text folded */
  readonly note: (text: string) => Condition
  /** The text occurs in the transcript of the entry. @param text folded */
  readonly transcript: (text: string) => Condition
}

/** What a query is compiled with. `sources`: what the user follows, by the feed's id. `now`: ms since 1970. */
export type QueryEnvironment = {
  readonly sources: ReadonlyMap<string, SourceFacts>
  readonly now: number
}

export function compileQuery<Condition>(
  { where }: QueryAst,
  dialect: QueryDialect<Condition>,
  environment: QueryEnvironment,
): Condition {
  const compile = (expression: QueryExpression): Condition => {
    switch (expression.kind) {
      case 'all':
        return dialect.constant(true)
      case 'and':
        return dialect.every(expression.terms.map(compile))
      case 'or':
        return dialect.some(expression.terms.map(compile))
      case 'not':
        return dialect.not(compile(expression.term))
      default:
        return compileTerm(expression, dialect, environment)
    }
  }
  return compile(where)
}

function compileTerm<Condition>(
  term: QueryTerm,
  dialect: QueryDialect<Condition>,
  { sources, now }: QueryEnvironment,
): Condition {
  switch (term.kind) {
    case 'text':
      return dialect.text(term.field, foldText(term.text))
    case 'source':
    case 'view': {
      const found = [...sources].filter(([, source]) => matchesSource(term, source))
      return dialect.sources(found.map(([id]) => id))
    }
    case 'state':
      if (term.state === 'rare')
        return dialect.sources([...sources].flatMap(([id, { isRare }]) => (isRare ? id : [])))
      return dialect.state(term.state)
    case 'media':
      return dialect.media(term.media)
    case 'age':
    case 'date':
      return dialect.published(timeRange(term, now))
    case 'time': {
      const seconds = term.minutes * 60
      return dialect.readingTime(term.comparison === 'under' ? { under: seconds } : { over: seconds })
    }
    case 'language':
      return dialect.language(term.language)
    case 'label':
      return dialect.label(labelKey(term.name))
    case 'annotation':
      return dialect.annotation(term.annotation)
    case 'near':
      return dialect.among(term.ids ?? [])
    case 'note':
      return dialect.note(foldText(term.text))
    case 'transcript':
      return dialect.transcript(foldText(term.text))
  }
}

/** The feeds that a query can select entries of; null: any, also of a feed that is followed no longer. */
export function feedsOfQuery({ where }: QueryAst, sources: QueryEnvironment['sources']): string[] | null {
  const required = (where.kind === 'and' ? where.terms : [where]).filter(
    (term) => term.kind === 'source' || term.kind === 'view',
  )
  if (required.length === 0) return null
  return [...sources].flatMap(([id, source]) =>
    required.every((term) => matchesSource(term, source)) ? id : [],
  )
}
