import { useMemo } from 'react'
import type { PalettePage } from '../model/palette/index.ts'
import { useTranslation } from '../ui/index.ts'
import { prefixes, readQuery, type Kind } from './query.ts'
import { tierOf, tiers } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useArgumentRows } from './use-argument-rows.ts'
import { useCommandCandidates } from './use-command-candidates.ts'
import { useCommandLineRows } from './use-command-line-rows.ts'
import { useCommandRows } from './use-command-rows.ts'
import { useEntryRows } from './use-entry-rows.ts'
import { useFolderRows } from './use-folder-rows.ts'
import { usePipelineRows } from './use-pipeline-rows.ts'
import { LIST_KEYS, queryInBox, useResultsList } from './use-results-list.ts'
import { useQueryCompletions } from './use-query-completions.ts'
import { useSourceRows } from './use-source-rows.ts'
import { useSubscriptionRows } from './use-subscription-rows.ts'

export type Sections = {
  readonly sections: readonly PaletteSection[]
  /** Rows of this query are still searched for, and there are none yet. */
  readonly pending: boolean
}

/** Most rows of the kinds that are mixed, and characters from which entries are searched. */
const MIXED = { subscriptions: 8, folders: 4, entries: 12, entryLength: 3 }
const ENTRIES = { limit: 60, length: 2 }

/** The rows for the typed text: of the argument that is prompted for, of the kind that its prefix names, or of all kinds. */
export function useSections(
  typed: string,
  page: PalettePage | null,
  setTyped: (typed: string) => void,
): Sections {
  const { kind, text } = readQuery(typed)
  const isList = page === null
  const isAll = isList && kind === 'all' && text !== ''
  const limitOf = (of: Kind, mixed: number) => (isList && kind === of ? Infinity : isAll ? mixed : 0)
  const argumentRows = useArgumentRows(page, typed, setTyped)
  const { t } = useTranslation()
  const isCommands = isList && (kind === 'commands' || kind === 'all')
  const candidates = useCommandCandidates()
  const commandLine = useCommandLineRows(candidates, isCommands ? text : '')
  const commands = useCommandRows(
    candidates,
    text,
    isCommands ? 'commands' : isList && kind === 'places' ? 'places' : 'none',
  )
  const subscriptions = useSubscriptionRows(text, limitOf('subscriptions', MIXED.subscriptions))
  const folders = useFolderRows(text, limitOf('labels', MIXED.folders))
  const entries = useEntryRows(
    text,
    isList && kind === 'entries' ? ENTRIES.limit : isAll ? MIXED.entries : 0,
    isAll ? MIXED.entryLength : ENTRIES.length,
  )
  // Among all kinds nothing is sent to others: most of what is typed there names a command.
  const sources = useSourceRows(text, isList && kind === 'entries')
  const completions = useQueryCompletions({
    query: text,
    offered: queryFieldsOffered(isList, kind, commandLine.endsWithQuery),
    prefix: kind === 'all' ? '' : typed.slice(0, 1),
    setTyped,
  })
  const pipeline = usePipelineRows(candidates, text, isList && kind === 'pipeline', setTyped)
  const listResults = useResultsList()
  const help = useHelpRows(isList && kind === 'help', setTyped)
  const sections = useMemo(() => {
    if (!isList) return argumentRows
    const ranked = [...commandLine.sections, ...commands, ...subscriptions, ...folders]
    // Each group is ranked; the one with the best name comes first.
    if (text !== '') ranked.sort((a, b) => tierOfSection(a) - tierOfSection(b))
    const terms =
      completions.length > 0 ? [{ key: 'terms', title: t('palette.terms'), rows: completions }] : []
    const found = entries.sections.map((section) => ({
      ...section,
      rows: [...section.rows, allResultsRow(typed, listResults, t)],
    }))
    // Names of fields that a word may begin come after what has the word itself.
    const isField = completions.some(({ completion }) => completion?.endsWith(':'))
    return isField && kind === 'entries'
      ? [...help, ...pipeline, ...ranked, ...found, ...terms, ...sources]
      : [...help, ...pipeline, ...ranked, ...terms, ...found, ...sources]
  }, [
    isList,
    argumentRows,
    commandLine.sections,
    completions,
    commands,
    subscriptions,
    folders,
    entries.sections,
    kind,
    sources,
    pipeline,
    help,
    text,
    typed,
    listResults,
    t,
  ])
  // Other kinds come first and do not wait for the entries.
  return { sections, pending: entries.pending && sections.length === 0 }
}

/** After the entries that were found: the timeline of all of them. */
const allResultsRow = (
  typed: string,
  listResults: (typed: string) => void,
  t: ReturnType<typeof useTranslation>['t'],
): PaletteRow => ({
  key: 'all results',
  title: t('palette.listAll'),
  ranges: [],
  icon: 'search',
  keys: LIST_KEYS,
  byHandOnly: true,
  preview: () => ({ kind: 'selection', query: queryInBox(typed) }),
  choose: () => listResults(typed),
})

/** Among all kinds a field has to be typed in full: most words are names. */
function queryFieldsOffered(isList: boolean, kind: Kind, endsWithQuery: boolean): 'all' | 'values' | 'none' {
  if (!isList) return 'none'
  if (kind === 'entries' || endsWithQuery) return 'all'
  return kind === 'all' ? 'values' : 'none'
}

function tierOfSection({ rows: [first] }: PaletteSection): number {
  return first?.parts ? tierOf({ parts: first.parts }) : tiers.length
}

function useHelpRows(enabled: boolean, setTyped: (typed: string) => void): readonly PaletteSection[] {
  const { t } = useTranslation()
  return useMemo(() => {
    if (!enabled) return []
    const rows = prefixes.map(([letter, kind]): PaletteRow => ({
      key: `prefix ${letter}`,
      title: t(`palette.modes.${kind}`),
      ranges: [],
      detail: letter,
      choose: () => setTyped(letter),
    }))
    return [{ key: 'help', title: t('palette.help'), rows }]
  }, [enabled, setTyped, t])
}
