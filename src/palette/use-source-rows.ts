import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState } from 'react'
import { addressOpened } from '../model/browser-actions/index.ts'
import { focusRequested } from '../model/layout/index.ts'
import { navigationRequested } from '../model/location/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { $searchSources, type SourceResult } from '../model/search/provided-sources.ts'
import { searchSourceFx, searchTextOf, type SourceOutcome } from '../model/search/search-source.ts'
import { useTranslation } from '../ui/index.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'

/** ms of debounce: other servers are asked. */
const DEBOUNCE_MS = 300
/** Characters from which they are. CJK words may be shorter. */
const MIN_LENGTH = 2

/** By source; those that are still searching are absent. */
type Outcomes = ReadonlyMap<string, SourceOutcome>
const none: Outcomes = new Map()

/** What the sources of features and plugins find, each in a section of its own. */
export function useSourceRows(text: string, enabled: boolean): readonly PaletteSection[] {
  const { t } = useTranslation()
  const { sources, search, open, go, focus, close } = useUnit({
    sources: $searchSources,
    search: searchSourceFx,
    open: addressOpened,
    go: navigationRequested,
    focus: focusRequested,
    close: paletteClosed,
  })
  const words = useMemo(
    () => (enabled && sources.length > 0 ? searchTextOf(text) : ''),
    [enabled, sources, text],
  )
  const isSearched = words.length >= MIN_LENGTH || /[\u3040-\uffef]/.test(words)
  const [attempt, setAttempt] = useState(0)
  const [outcomes, setOutcomes] = useState(none)

  useEffect(() => {
    setOutcomes(none)
    if (!isSearched) return
    const request = new AbortController()
    const { signal } = request
    const timer = setTimeout(() => {
      for (const source of sources)
        void search({ source, words, signal }).then((outcome) => {
          if (!signal.aborted) setOutcomes((before) => new Map(before).set(source.id, outcome))
        })
    }, DEBOUNCE_MS)
    return () => {
      request.abort()
      clearTimeout(timer)
    }
  }, [isSearched, words, sources, search, attempt])

  return useMemo(() => {
    if (!isSearched) return []
    const choose = (result: SourceResult) => {
      close()
      if ('url' in result) return open(result.url)
      go({ entryId: result.entryId })
      focus('entry-render')
    }
    return sources
      .map(({ id, titleKey }): PaletteSection => {
        const title = t(titleKey)
        const row = { ranges: [], byHandOnly: true }
        const rowsOf = (outcome: SourceOutcome | undefined): readonly PaletteRow[] => {
          if (!outcome)
            return [{ ...row, key: id, title, missing: t('palette.sources.searching'), choose: () => {} }]
          if (outcome.kind === 'found')
            return outcome.results.map((result, at) => ({
              ...row,
              key: `${id} ${at}`,
              title: result.title,
              detail: result.detail,
              icon: 'url' in result ? 'open' : undefined,
              choose: () => choose(result),
            }))
          return [
            {
              ...row,
              key: id,
              title: failureText(outcome, t),
              detail: t('palette.sources.retry'),
              icon: 'error',
              choose: () => setAttempt((before) => before + 1),
            },
          ]
        }
        return { key: id, title, rows: rowsOf(outcomes.get(id)) }
      })
      .filter(({ rows }) => rows.length > 0)
  }, [isSearched, sources, outcomes, t, close, open, go, focus])
}

type Failure = Exclude<SourceOutcome, { readonly kind: 'found' }>
function failureText(failure: Failure, t: ReturnType<typeof useTranslation>['t']): string {
  if (failure.kind === 'tooSlow') return t('palette.sources.tooSlow')
  return failure.kind === 'refused' ? failure.text : t('palette.sources.failed', { reason: failure.text })
}
