import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $services } from '../model/services.ts'
import { $queryContext, completeQuery, queryDays } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import type { PaletteRow } from './rows.ts'

/** Completions shown. */
const MOST = 8

export type QueryCompletionInput = {
  /** The query, or a line that ends with it. */
  readonly query: string
  /** Fields and values; values alone where most words are no query; or nothing. */
  readonly offered: 'all' | 'values' | 'none'
  /** What the box holds before the query. */
  readonly prefix: string
  readonly setTyped: (typed: string) => void
}

/** Completions of the field or value that is being typed in a query. */
export function useQueryCompletions(input: QueryCompletionInput): readonly PaletteRow[] {
  const { query, offered, prefix, setTyped } = input
  const { t } = useTranslation()
  const { context, services } = useUnit({ context: $queryContext, services: $services })
  return useMemo(() => {
    if (offered === 'none' || /\s$/.test(query)) return []
    const days = queryDays(services.clock.now())
    const { from, to, items } = completeQuery(query, query.length, { ...context, days })
    // Fields are offered once their name has begun.
    if (from === to && items[0]?.kind === 'field') return []
    return items
      .filter(({ kind, text }) => (offered === 'all' || kind === 'value') && query.slice(from) !== text)
      .slice(0, MOST)
      .map(({ text, descriptionKey, kind }): PaletteRow => {
        const completed = `${prefix}${query.slice(0, from)}${text}${query.slice(to)}${kind === 'field' ? '' : ' '}`
        return {
          key: `completion ${text}`,
          title: text,
          ranges: [],
          icon: 'filter',
          detail: t(descriptionKey),
          byHandOnly: true,
          completion: completed,
          choose: () => setTyped(completed),
        }
      })
  }, [offered, query, prefix, context, services, setTyped, t])
}
