/**
 * Commands with their arguments in one line: `move kitchen europe`, `theme dark`, `rename lab "New name"`,
 * `move category:Europe`. A target that is not named is the current one.
 */
import {
  formatArgument,
  isFreeType,
  isListType,
  parseArgument,
  type Argument,
  type ArgumentProblem,
  type ArgumentValue,
  type Choice,
  type Command,
  type CommandArgs,
} from '../core/index.ts'
import { fold, searchable } from './match.ts'
import { isNamed, rank, type Candidate } from './rank.ts'
import { tokenizeLine, type Token } from './tokenize-line.ts'

export type CommandLineInput = {
  /** All commands, with their names. */
  readonly candidates: readonly Candidate<Command>[]
  /** The options of an argument, with translated titles. */
  readonly choicesOf: (argument: Argument, earlier: CommandArgs) => readonly Choice[]
  /** The current target of a command; undefined: there is none. */
  readonly targetOf: (command: Command) => ArgumentValue | undefined
  /** Local date as `2026-01-31`. */
  readonly today: string
}

/** What the words behind a command are read with. */
export type ArgumentInput = Omit<CommandLineInput, 'candidates'>

/** A reading of the line. */
export type ParsedLine = {
  readonly command: Command
  readonly candidate: Candidate<Command>
  readonly args: CommandArgs
  /** The text of the values that were read, in the order of the line. */
  readonly labels: readonly string[]
  /** The first required argument without a value; undefined: the call is complete. */
  readonly missing: Argument | undefined
  /** A line that says the same, with every value in full. */
  readonly line: string
  readonly problem?: ArgumentProblem
}

/** Most words that name a command. */
const MOST_HEAD_WORDS = 5
/** Most values that one text may mean. */
const MOST_ALTERNATIVES = 5
const MOST_READINGS = 12

/**
 * @returns the readings of the line, complete ones first; none when its first words name no command with arguments, no
 * argument follows them, or the line is the title of a command or its beginning
 */
export function parseCommandLine(line: string, input: CommandLineInput): readonly ParsedLine[] {
  const whole = fold(line.trim())
  if (input.candidates.some(({ title }) => title.folded.startsWith(whole))) return []
  const tokens = tokenizeLine(line)
  const readings: ParsedLine[] = []
  for (let words = Math.min(MOST_HEAD_WORDS, tokens.length - 1); words >= 1; words -= 1) {
    const head = tokens.slice(0, words)
    if (head.some(({ quoted }) => quoted)) continue
    // An id, such as `entry:label`, looks like a named value.
    const name = fold(head.map(({ raw }) => raw).join(' '))
    for (const candidate of input.candidates) {
      if (!candidate.of.args || !isCalled(candidate, name)) continue
      readings.push(
        ...readArguments(candidate.of, tokens.slice(words), input).map(({ written, ...read }) => ({
          ...read,
          command: candidate.of,
          candidate,
          line: [...head.map(({ raw }) => raw), ...written].join(' '),
        })),
      )
    }
  }
  return readings
    .toSorted((a, b) => Number(a.missing !== undefined) - Number(b.missing !== undefined))
    .slice(0, MOST_READINGS)
}

/** By alias, title, everyday name or the verb of its id. */
export function isCalled({ alias, title, keywords, of }: Candidate<Command>, name: string): boolean {
  const verb = of.id.slice(of.id.indexOf(':') + 1)
  return (
    alias === name ||
    title.folded === name ||
    keywords?.includes(name) === true ||
    of.id === name ||
    verb === name.replaceAll(' ', '-')
  )
}

type State = {
  readonly args: CommandArgs
  readonly labels: readonly string[]
  /** The values as they are typed in full. */
  readonly written: readonly string[]
  readonly problem?: ArgumentProblem
}

/** A reading of the words behind a command. */
export type ReadArguments = State & {
  /** The first required argument without a value; undefined: the call is complete. */
  readonly missing: Argument | undefined
}

/** @returns all readings of the words as arguments of the command */
export function readArguments(
  command: Command,
  words: readonly Token[],
  input: ArgumentInput,
): ReadArguments[] {
  const named = readNamed(command, words, input)
  if (!named) return []
  const { state, positional } = named
  const open = (command.args ?? []).filter(({ name }) => state.args[name] === undefined)
  const read = readPositional(open, positional, state, input)
  const target = command.target === undefined ? undefined : input.targetOf(command)
  // Without a name in the text the current target is meant.
  const withCurrent =
    command.target !== undefined && target !== undefined && state.args[command.target] === undefined
      ? readPositional(
          open.filter(({ name }) => name !== command.target),
          positional,
          { ...state, args: { ...state.args, [command.target]: target } },
          input,
        )
      : []
  return [...read, ...withCurrent].map((one): ReadArguments => ({
    ...one,
    missing: (command.args ?? []).find(({ name, optional }) => !optional && one.args[name] === undefined),
  }))
}

/** Takes `name:value` out of the words. @returns null: a named value cannot be read */
function readNamed(
  command: Command,
  tokens: readonly Token[],
  input: ArgumentInput,
): { readonly state: State; readonly positional: readonly Token[] } | null {
  let state: State = { args: {}, labels: [], written: [] }
  const positional: Token[] = []
  for (const token of tokens) {
    const argument = token.name === undefined ? undefined : argumentNamed(command, token.name)
    if (!argument) {
      positional.push(token.name === undefined ? token : { ...token, text: token.raw, name: undefined })
      continue
    }
    const [value] = valuesOf(argument, token.text, state.args, input)
    if (!value) return null
    const written = `${argument.name}:${value.written}`
    state = withValue(state, argument, { ...value, written })
  }
  return { state, positional }
}

const PLURALS: Readonly<Record<string, string>> = {
  subscription: 'subscriptions',
  feed: 'subscriptions',
  entry: 'entries',
}

/** By its name; a folder also as `folder:`, a subscription as `feed:`. */
function argumentNamed({ args = [] }: Command, typed: string): Argument | undefined {
  const name = fold(typed)
  const other = name === 'folder' ? 'category' : PLURALS[name]
  return args.find((argument) => fold(argument.name) === name || argument.name === other)
}

/** All ways to give the words to the arguments in order. The longest words that name a value are tried first. */
function readPositional(
  args: readonly Argument[],
  tokens: readonly Token[],
  state: State,
  input: ArgumentInput,
): readonly State[] {
  if (tokens.length === 0) return [state]
  const [argument, ...others] = args
  if (!argument) return []
  if (takesRest(argument, others)) {
    const text = tokens.map(({ text: word }) => word).join(' ')
    const values = valuesOf(argument, text, state.args, input)
    return values.length > 0
      ? values.map((value) => withValue(state, argument, value))
      : [{ ...state, problem: problemOf(argument, text, state.args, input) }]
  }
  const existing = readChoice({ argument, others, tokens, state, input, allowNew: false })
  const readings =
    existing.length > 0 || argument.open !== true
      ? existing
      : readChoice({ argument, others, tokens, state, input, allowNew: true })
  if (readings.length === 0 && argument.optional) return readPositional(others, tokens, state, input)
  const valid = readings.filter(({ problem }) => problem === undefined)
  return valid.length > 0 ? valid : readings
}

type ChoiceReading = {
  readonly argument: Argument
  readonly others: readonly Argument[]
  readonly tokens: readonly Token[]
  readonly state: State
  readonly input: ArgumentInput
  /** A text that names no option is a new value. */
  readonly allowNew: boolean
}

function readChoice({ argument, others, tokens, state, input, allowNew }: ChoiceReading): readonly State[] {
  for (let words = tokens.length; words >= 1; words -= 1) {
    const text = tokens
      .slice(0, words)
      .map(({ text: word }) => word)
      .join(' ')
    const readings = valuesOf({ ...argument, open: allowNew }, text, state.args, input).flatMap((value) =>
      readPositional(others, tokens.slice(words), withValue(state, argument, value), input),
    )
    if (readings.length > 0) return readings
  }
  return []
}

/** A free text that is the last one required takes all words that are left. */
const takesRest = (argument: Argument, others: readonly Argument[]): boolean =>
  isFreeType(argument.type) &&
  argument.type !== 'boolean' &&
  argument.choices === undefined &&
  others.every(({ optional }) => optional)

type Value = { readonly value: ArgumentValue; readonly label: string; readonly written: string }

/** The values that a text may mean: one where it names one, else those that it names in part. */
function valuesOf(
  argument: Argument,
  text: string,
  earlier: CommandArgs,
  { choicesOf, today }: ArgumentInput,
): readonly Value[] {
  const choices = choicesOf(argument, earlier)
  const asValue = (value: ArgumentValue): Value => ({
    value,
    label: labelOf(value, choices),
    written: formatArgument(value, choices),
  })
  const parsed = parseArgument({ ...argument, open: false }, text, choices, today)
  if (parsed.ok) return [asValue(parsed.value)]
  const matching = rank(
    choices.map((of) => ({ title: searchable(of.title), use: 0, of })),
    text,
  ).filter(({ parts }) => isNamed(parts))
  if (matching.length > 0)
    return matching
      .slice(0, MOST_ALTERNATIVES)
      .map(({ of }) => asValue(isListType(argument.type) ? [String(of.value)] : of.value))
  const open = argument.open ? parseArgument(argument, text, choices, today) : parsed
  return open.ok ? [asValue(open.value)] : []
}

function problemOf(
  argument: Argument,
  text: string,
  earlier: CommandArgs,
  { choicesOf, today }: ArgumentInput,
): ArgumentProblem {
  const parsed = parseArgument(argument, text, choicesOf(argument, earlier), today)
  return parsed.ok ? { problem: 'type' } : parsed
}

function labelOf(value: ArgumentValue, choices: readonly Choice[]): string {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.map((one) => choices.find((choice) => choice.value === one)?.title ?? String(one)).join(', ')
}

const withValue = (state: State, { name }: Argument, { value, label, written }: Value): State => ({
  ...state,
  args: { ...state.args, [name]: value },
  labels: [...state.labels, label],
  written: [...state.written, written],
})
