import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $queryContext, completeQuery } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import type { PaletteRow } from './rows.ts'

/** Completions shown. */
const MOST = 8

/**
 * Completions of the field or value that is being typed in a query.
 * @param setQuery puts the completed query into the box
 */
export function useQueryCompletions(
  query: string,
  enabled: boolean,
  setQuery: (query: string) => void,
): readonly PaletteRow[] {
  const { t } = useTranslation()
  const context = useUnit($queryContext)
  return useMemo(() => {
    if (!enabled || /\s$/.test(query)) return []
    const { from, to, items } = completeQuery(query, query.length, context)
    // Fields are offered once their name has begun.
    if (from === to && items[0]?.kind === 'field') return []
    return items.slice(0, MOST).map(({ text, descriptionKey, kind }): PaletteRow => {
      const isOpen = kind === 'field' || text.endsWith(':')
      const completed = `${query.slice(0, from)}${text}${query.slice(to)}${isOpen ? '' : ' '}`
      return {
        key: `completion ${text}`,
        title: text,
        ranges: [],
        icon: 'filter',
        detail: t(descriptionKey),
        byHandOnly: true,
        choose: () => setQuery(completed),
      }
    })
  }, [enabled, query, context, setQuery, t])
}
