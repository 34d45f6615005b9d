import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState } from 'react'
import { narrowQuery } from '../contract/query/narrow-query.ts'
import type { Command } from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { settingSteps, type PipelineStep } from '../model/pipelines/index.ts'
import { countEntriesFx, type EntryCount } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import { touchedQuery } from './preview/touched-query.ts'
import { parsePipeline } from './parse-pipeline.ts'
import type { Candidate } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useCommandLineInput } from './use-command-line-input.ts'
import { LIST_KEYS, useResultsList } from './use-results-list.ts'
import { useQueryCompletions } from './use-query-completions.ts'

const NONE: readonly PaletteSection[] = []
const DEBOUNCE_MS = 90

/** `query | command | command`: how many entries each command would change, and running or saving it. */
export function usePipelineRows(
  candidates: readonly Candidate<Command>[],
  text: string,
  enabled: boolean,
  setTyped: (typed: string) => void,
): readonly PaletteSection[] {
  const { t } = useTranslation()
  const input = useCommandLineInput(candidates)
  const listResults = useResultsList()
  const { invoke, close } = useUnit({ invoke: registry.commandInvoked, close: paletteClosed })
  const pipeline = useMemo(() => (enabled ? parsePipeline(text, input) : null), [enabled, text, input])
  const query = pipeline?.query ?? ''
  // As text, so that the same steps are not counted again.
  const stepsJson = JSON.stringify(pipeline?.steps.map(({ step }) => step) ?? [])
  const counts = useCounts(query, stepsJson)
  const completions = useQueryCompletions({
    query,
    offered: enabled && !text.includes('|') ? 'all' : 'none',
    prefix: '=',
    setTyped,
  })

  return useMemo(() => {
    if (!pipeline || query === '') return NONE
    const { steps, unknown } = pipeline
    const error = counts[0]?.error
    const problem = error
      ? t(`query.errors.${error.code}`, { ...error.values })
      : unknown === undefined
        ? undefined
        : t('palette.pipeline.unknown', { text: unknown })
    const args = { query, steps: { steps: steps.map(({ step }) => step) } }
    const shown = steps.map((one, at) => {
      const count = counts[at + 1]?.total
      const setting = settingSteps[one.step.id]
      const title = setting ? t(setting.title) : one.title
      return count === undefined ? title : t('palette.pipeline.step', { title, count })
    })
    const running: PaletteRow[] =
      steps.length > 0 || problem !== undefined
        ? [
            {
              key: 'pipeline run',
              title:
                steps.length > 0
                  ? t('palette.pipeline.run', { steps: shown.join(', ') })
                  : t('palette.pipeline.show'),
              ranges: [],
              icon: 'filter',
              missing: problem,
              preview: () => ({ kind: 'selection', query: touchedQuery(query, args.steps.steps) }),
              choose: () => {
                close()
                invoke({ id: 'pipeline:run', source: 'palette', args })
              },
            },
          ]
        : []
    const others: PaletteRow[] =
      problem !== undefined
        ? []
        : [
            {
              key: 'pipeline show',
              title: t('palette.pipeline.show'),
              ranges: [],
              icon: 'search',
              detail: t('palette.pipeline.selected', { count: counts[0]?.total ?? 0 }),
              preview: () => ({ kind: 'selection', query }),
              keys: LIST_KEYS,
              choose: () => listResults(`=${text}`),
            },
            ...(steps.length > 0
              ? [
                  {
                    key: 'pipeline save',
                    title: t('palette.pipeline.save'),
                    ranges: [],
                    icon: 'save',
                    choose: () => invoke({ id: 'pipeline:save', source: 'palette', args }),
                  },
                ]
              : []),
          ]
    const rows = [...running, ...others, ...completions]
    return [{ key: 'pipeline', title: t('palette.pipeline.title'), rows }]
  }, [pipeline, query, text, counts, completions, t, invoke, close, listResults])
}

/** Counts of the selection, then of what each step would change; empty until they are known. */
function useCounts(query: string, stepsJson: string): readonly EntryCount[] {
  const count = useUnit(countEntriesFx)
  const [result, setResult] = useState<{ of: string; counts: readonly EntryCount[] }>({ of: '', counts: [] })
  const subject = `${query} | ${stepsJson}`
  useEffect(() => {
    if (query === '') return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      const steps = JSON.parse(stepsJson) as readonly PipelineStep[]
      const queries = [query, ...steps.map((step) => queryOfStep(query, step))]
      Promise.all(queries.map((q) => count({ q, signal }))).then(
        (counts) => !signal.aborted && setResult({ of: subject, counts }),
        () => {},
      )
    }, DEBOUNCE_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [query, stepsJson, subject, count])
  return result.of === subject ? result.counts : NO_COUNTS
}
const NO_COUNTS: readonly EntryCount[] = []

/** The entries of the selection that a step changes: those that are done already are left out. */
export const queryOfStep = (query: string, { id, args }: PipelineStep): string =>
  narrowQuery(query, settingSteps[id]?.undone(args) ?? '')
