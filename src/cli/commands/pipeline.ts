/** Commands over all entries that a query selects, `is:unread older:3d | star | mark-read`, and commands of the reader by their ids. */
import type { Api } from '../../api/types.ts'
import type { CallName } from '../../contract/paths.ts'
import { splitPipeline } from '../../contract/query/split-pipeline.ts'
import type {
  Command,
  CommandContext,
  Outcome,
  PipelineOptions,
  PipelineOutcome,
  ReaderCommand,
  ReaderCommands,
  SelectedEntry,
} from '../command.ts'
import { RefusedError, UsageError } from '../failures.ts'
import { readerUsageOf } from '../help.ts'

/** A command that ends with ids of entries, and its arguments before these. */
type Step = { readonly words: string; readonly command: Command; readonly args: readonly string[] }
type Pipeline = { readonly query: string; readonly steps: readonly Step[] }

const PAGE = 100
const MAX_ENTRIES = 10_000
/** More are changed only after a confirmation, as in the palette. */
const CONFIRM_ABOVE = 500
/** Entries per request. */
const CHUNK = 500

/** @param commands all of the program: those that end with entries are steps */
export function createRunCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'run',
    summary:
      'Run commands on all entries that a query selects, "is:unread older:3d | star | mark-read", or a command of the reader.',
    terminal: true,
    args: [{ name: 'PIPELINE', text: true, optional: true }],
    options: {
      list: {
        summary:
          'List the commands of the reader that need no screen, with their arguments; with the name of a plugin behind it, that one’s.',
      },
      'dry-run': { summary: 'Count what each step would change, and change nothing.' },
      yes: { summary: `Change more than ${CONFIRM_ABOVE} entries without a question.` },
    },
    get calls(): readonly CallName[] {
      const calls = commands()
        .filter(isStep)
        .flatMap((step) => (step.calls === 'any' ? [] : (step.calls ?? [])))
      return ['entries.search', ...new Set(calls)]
    },
    run: async (context, { args: [line = ''], options }) => {
      if (options['list'] === true)
        return listed(commandsOf((await context.environment.readerCommands()).list(), line))
      if (await isOfReader(context, line)) {
        if (options['dry-run']) throw new UsageError('--dry-run is for pipelines: this is one command.')
        return runOfReader(context, line, options['yes'] === true)
      }
      const isDry = options['dry-run'] === true
      const confirm = async (count: number) => {
        if (!options['yes']) await confirmMany(context, count)
      }
      const { query, steps } = splitPipeline(line)
      if (query === '' || steps.length === 0)
        throw new UsageError('A pipeline is a query and commands: "is:unread older:3d | star | mark-read".')
      const ofReader = await readerOf(context, steps)
      const { selected, steps: outcomes } = ofReader
        ? await ofReader.runPipeline(context.api(), line, { isDry, confirm })
        : await runSteps(context, { query, steps: stepsOf(steps, commands()) }, { isDry, confirm })
      const lines = outcomes.map((one) => `${one.step}: ${isDry ? 'would change' : 'changed'} ${one.entries}`)
      return {
        json: { query, selected, dryRun: isDry, steps: outcomes },
        text: [`Selected ${selected === 1 ? '1 entry' : `${selected} entries`}.`, ...lines].join('\n'),
      }
    },
  }
}

/** Whether the line is a command of the reader: it begins with the id; a query that begins like one has a bar after it. */
async function isOfReader({ environment }: CommandContext, line: string): Promise<boolean> {
  const id = idIn(line)
  return id !== undefined && !line.includes('|') && (await environment.readerCommands()).has(id)
}

/** A first word that may be the id of a command of the reader. */
const idIn = (words: string): string | undefined => /^[a-z][a-z0-9-]*:[a-z0-9-]+(?!\S)/.exec(words)?.[0]

/** The reader, if a step begins with the id of one of its commands: then all are read as in the palette. */
async function readerOf(
  { environment }: CommandContext,
  steps: readonly string[],
): Promise<ReaderCommands | null> {
  if (!steps.some((words) => idIn(words) !== undefined)) return null
  const commands = await environment.readerCommands()
  return steps.some(commands.isStep) ? commands : null
}

async function runSteps(
  context: CommandContext,
  { query, steps }: Pipeline,
  { isDry, confirm }: PipelineOptions,
): Promise<PipelineOutcome> {
  let entries = await selectEntries(context.api(), query)
  if (!isDry) await confirm(entries.length)
  const outcomes: { readonly step: string; readonly entries: number }[] = []
  for (const step of steps) {
    const changes = new Map(entries.flatMap((entry) => changeOf(step, entry)))
    if (!isDry) await runStep(context, step, [...changes.keys()])
    entries = entries.map((entry) => changes.get(entry.id) ?? entry)
    outcomes.push({ step: step.words, entries: changes.size })
  }
  return { selected: entries.length, steps: outcomes }
}

/** @param plugin empty: all commands. @throws UsageError for a plugin that has none */
function commandsOf(commands: readonly ReaderCommand[], plugin: string): readonly ReaderCommand[] {
  if (plugin === '') return commands
  const own = commands.filter((command) => command.plugin === plugin)
  if (own.length > 0) return own
  const names = [...new Set(commands.flatMap((command) => command.plugin ?? []))].toSorted().join(', ')
  throw new UsageError(`No plugin "${plugin}" has commands that need no screen. These have: ${names}.`)
}

function listed(commands: readonly ReaderCommand[]): Outcome {
  const lines = commands.map(
    (command) => `${command.isStep ? 'QUERY | ' : ''}${readerUsageOf(command)}\n    ${command.title}`,
  )
  return { json: { commands }, text: lines.join('\n') }
}

async function runOfReader(context: CommandContext, line: string, isConfirmed: boolean): Promise<Outcome> {
  const commands = await context.environment.readerCommands()
  return commands.run(context.api(), line, async (what) => {
    if (!isConfirmed) await confirmChange(context, what)
  })
}

const isStep = ({ args = [] }: Command): boolean => args.at(-1)?.entries === true

/** @throws UsageError */
function stepsOf(parts: readonly string[], commands: readonly Command[]): readonly Step[] {
  const onEntries = commands.filter(isStep)
  return parts.map((words) => stepOf(words, onEntries))
}

/** `mark read` and `mark-read` are the same. @throws UsageError */
function stepOf(words: string, commands: readonly Command[]): Step {
  const typed = words.split(/\s+/)
  for (const command of commands) {
    const before = (command.args ?? []).slice(0, -1)
    const choices = before[0]?.choices ?? []
    const joined = choices.find((choice) => typed[0] === `${command.name}-${choice}`)
    if (joined === undefined && typed[0] !== command.name) continue
    const args = joined === undefined ? typed.slice(1) : [joined, ...typed.slice(1)]
    const isChoice = choices.length === 0 || choices.includes(args[0] ?? '')
    if (args.length !== before.length || !isChoice) {
      const usage = [command.name, ...before.map(({ name, choices: all }) => all?.join('|') ?? name)]
      throw new UsageError(`The step "${words}" is written: ${usage.join(' ')}`)
    }
    return { words, command, args }
  }
  const names = commands.map(({ name }) => name).join(', ')
  throw new UsageError(
    `"${typed[0]}" is no command on entries. There are: ${names}, and those of the reader: \`lectern run --list\`.`,
  )
}

/** All pages, before anything changes. @throws UsageError */
async function selectEntries(api: Api, q: string): Promise<readonly SelectedEntry[]> {
  const entries: SelectedEntry[] = []
  let cursor: string | undefined
  do {
    const page = await api.entries.search({ q, limit: PAGE, ...(cursor !== undefined && { cursor }) })
    for (const { entries: entry, read, collections } of page.data)
      entries.push({ id: entry.id, isRead: read === true, isStarred: collections !== undefined })
    cursor = page.cursor
    if (entries.length > MAX_ENTRIES)
      throw new UsageError(
        `The query selects more than ${MAX_ENTRIES} entries: narrow it, or add limit:${MAX_ENTRIES}.`,
      )
  } while (cursor !== undefined)
  return entries
}

/** The entry after the step, by its id; none where nothing would change. */
function changeOf({ command, args }: Step, entry: SelectedEntry): [string, SelectedEntry][] {
  const after = command.effectOn ? command.effectOn(entry, args) : entry
  return after === null ? [] : [[entry.id, after]]
}

async function runStep(context: CommandContext, step: Step, entryIds: readonly string[]): Promise<void> {
  for (let from = 0; from < entryIds.length; from += CHUNK)
    await step.command.run(context, {
      args: [...step.args, ...entryIds.slice(from, from + CHUNK)],
      options: {},
    })
}

/** @throws as {@link confirmChange} */
async function confirmMany(context: CommandContext, count: number): Promise<void> {
  if (count > CONFIRM_ABOVE) await confirmChange(context, `up to ${count} entries`)
}

/** @throws UsageError where no user can answer @throws RefusedError where the answer is no */
async function confirmChange({ environment }: CommandContext, what: string): Promise<void> {
  const isYes = await environment.askYes(`This changes ${what}. Go on?`)
  if (isYes === null) throw new UsageError(`This changes ${what}. Confirm it with --yes.`)
  if (!isYes) throw new RefusedError('Nothing was changed.')
}
