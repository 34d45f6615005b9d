/** Writes a query as text. What it writes is read back as the same query. */
import { queryViews, type QueryAst, type QueryExpression, type QueryTerm } from './ast.ts'
import { formatText, formatValue } from './tokenize.ts'

export function formatQuery({ where, sort, limit }: QueryAst): string {
  return [
    ...(where.kind === 'all' ? [] : [formatExpression(where)]),
    ...(sort === undefined ? [] : [`sort:${sort}`]),
    ...(limit === undefined ? [] : [`limit:${limit}`]),
  ].join(' ')
}

function formatExpression(expression: QueryExpression): string {
  switch (expression.kind) {
    case 'all':
      return ''
    case 'or':
      return expression.terms.map((term) => grouped(term, term.kind === 'or')).join(' OR ')
    case 'and':
      return expression.terms
        .map((term) => grouped(term, term.kind === 'or' || term.kind === 'and'))
        .join(' ')
    case 'not':
      return `-${grouped(expression.term, expression.term.kind === 'or' || expression.term.kind === 'and')}`
    default:
      return formatTerm(expression)
  }
}

const grouped = (expression: QueryExpression, isGroup: boolean): string =>
  isGroup ? `(${formatExpression(expression)})` : formatExpression(expression)

function formatTerm(term: QueryTerm): string {
  switch (term.kind) {
    case 'text':
      return term.field === 'any' ? formatText(term.text) : `${term.field}:${formatValue(term.text)}`
    case 'source':
      return `${term.field === 'folder' ? 'in' : term.field}:${formatValue(term.name)}`
    case 'view':
      return `view:${queryViews[term.view]}`
    case 'state':
      return `is:${term.state}`
    case 'media':
      return `has:${term.media}`
    case 'age':
      return `${term.comparison}:${term.count}${term.unit}`
    case 'date':
      return `${term.comparison}:${term.date}`
    case 'time':
      return `time:${term.comparison === 'under' ? '<' : '>'}${term.minutes}m`
    case 'language':
      return `lang:${term.language}`
    case 'label':
      return `label:${formatValue(term.name)}`
    case 'annotation':
      return `has:${term.annotation}`
    case 'near':
      return `${term.ranking}:${formatValue(term.value)}`
    case 'note':
    case 'transcript':
      return `${term.kind}:${formatValue(term.text)}`
  }
}
