import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import {
  availability,
  isListType,
  quoteArgument,
  type Argument,
  type ArgumentValue,
  type Choice,
  type Command,
  type CommandArgs,
} from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { useTranslation, termsText } from '../ui/index.ts'
import { parseCommandLine, type ParsedLine } from './command-line.ts'
import { lacksChoices } from './command-candidates.ts'
import { searchable } from './match.ts'
import { useSubjectOfCall } from './preview/use-subject-of-call.ts'
import { problemText } from './problem-text.ts'
import { rank, type Candidate } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useCommandLineInput } from './use-command-line-input.ts'
import { useContextKeys } from './use-context-keys.ts'

export type CommandLineRows = {
  readonly sections: readonly PaletteSection[]
  /** What is typed last is a query. */
  readonly endsWithQuery: boolean
}

const NONE: readonly PaletteSection[] = []
/** Completions of one reading. */
const MOST_COMPLETIONS = 6

/** Commands with their arguments in one line, and what may complete it. Tab puts a completion into the box. */
export function useCommandLineRows(candidates: readonly Candidate<Command>[], text: string): CommandLineRows {
  const { t } = useTranslation()
  const contextKeys = useContextKeys()
  const input = useCommandLineInput(candidates)
  const subjectOf = useSubjectOfCall()
  const { invoke, close } = useUnit({ invoke: registry.commandInvoked, close: paletteClosed })
  const readings = useMemo(() => (text.includes(' ') ? parseCommandLine(text, input) : []), [text, input])

  const sections = useMemo(() => {
    if (readings.length === 0) return NONE
    const { choicesOf } = input
    const run = (command: Command, args: CommandArgs) => {
      const isComplete = (command.args ?? []).every(
        ({ name, optional }) => optional || args[name] !== undefined,
      )
      if (isComplete) close()
      invoke({ id: command.id, source: 'palette', args })
    }
    const rowOf = (reading: ParsedLine, args: CommandArgs, labels: readonly string[]): PaletteRow => {
      const { command, candidate } = reading
      const state = availability(command, contextKeys, args)
      const missing = !state.available
        ? termsText(state.missing, t)
        : lacksChoices(command, (argument) => choicesOf(argument, {}))
          ? t('palette.noChoices')
          : undefined
      const values = [...targetLabels(command, args, reading, choicesOf), ...labels]
      return {
        key: `line ${command.id} ${JSON.stringify(args)}`,
        title: `${candidate.title.text}: ${values.join(', ')}`,
        ranges: [],
        icon: command.icon,
        missing,
        parts: { tier: 'keyword', match: 1, use: candidate.use, unavailable: missing !== undefined },
        preview: () => subjectOf(command, args),
        choose: () => run(command, args),
      }
    }
    const rows = readings.flatMap((reading): PaletteRow[] => {
      const { args, labels, missing, problem, command } = reading
      const row = rowOf(reading, args, labels)
      if (problem) return [{ ...row, missing: problemText(problem, t) }]
      if (!missing) return [row]
      const question = t(missing.title, { ns: 'shortcuts' })
      const completions = rank(
        choicesOf(missing, args).map((of) => ({ title: searchable(of.title), use: 0, of })),
        '',
        MOST_COMPLETIONS,
      ).map(({ of }): PaletteRow => {
        const value: ArgumentValue = isListType(missing.type) ? [String(of.value)] : of.value
        const completed = rowOf(reading, { ...args, [missing.name]: value }, [...labels, of.title])
        return { ...completed, completion: `${reading.line} ${quoteArgument(of.title)}` }
      })
      const prompt: PaletteRow = {
        ...row,
        key: `prompt ${row.key}`,
        detail: question,
        choose: () => invoke({ id: command.id, source: 'palette', args }),
      }
      return completions.length > 0 ? completions : [prompt]
    })
    const unique = [...new Map(rows.map((row) => [row.key, row])).values()]
    return unique.length > 0 ? [{ key: 'line', title: t('palette.line'), rows: unique }] : NONE
  }, [readings, input, contextKeys, subjectOf, t, invoke, close])
  return { sections, endsWithQuery: readings.some(endsWithQuery) }
}

/** The last value of the line is a query. */
const endsWithQuery = ({ command: { args: declared = [] }, args }: ParsedLine): boolean =>
  declared.findLast(({ name }) => args[name] !== undefined)?.type === 'query'

/** The current target, where the line does not name it. */
function targetLabels(
  { target, args: declared = [] }: Command,
  args: CommandArgs,
  reading: ParsedLine,
  choicesOf: (argument: Argument, earlier: CommandArgs) => readonly Choice[],
): readonly string[] {
  const value = target && args[target]
  if (!target || !Array.isArray(value)) return []
  const argument = declared.find(({ name }) => name === target)
  const choices = argument ? choicesOf(argument, {}) : []
  const labels = (value as readonly string[]).map(
    (id) => choices.find((choice) => choice.value === id)?.title ?? id,
  )
  return labels.every((label) => reading.labels.includes(label)) ? [] : labels
}
