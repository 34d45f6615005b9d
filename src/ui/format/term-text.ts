import type { TFunction } from 'i18next'
import type { ContextTerm } from '../../core/expression.ts'

/** What has to be true for a command to be available, in words: `open an entry first`. */
export function termText(term: ContextTerm, t: TFunction): string {
  const isNegated = term.kind === 'key' && term.negated
  const fallback =
    term.kind === 'key'
      ? `${isNegated ? 'not ' : ''}${term.key}`
      : `${term.key} ${term.operator} ${String(term.value)}`
  return t(`app:palette.${isNegated ? 'notFacts' : 'facts'}.${term.key}`, { defaultValue: fallback })
}

/** All of it. Without an entry, what that entry would have to have says nothing. */
export function termsText(terms: readonly ContextTerm[], t: TFunction): string {
  const entry = terms.filter((term) => term.kind === 'key' && term.key === 'entry' && !term.negated)
  return (entry.length > 0 ? entry : terms).map((term) => termText(term, t)).join(', ')
}
