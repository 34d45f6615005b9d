/**
 * Typed arguments of commands: how a text becomes a value, a value becomes a text, and which values are valid. The
 * palette, key rules, macros, plugins and the command line all use these functions.
 */
import type { EventCallable, Store } from 'effector'
import { foldCase } from './fold-case.ts'

/**
 * - entry, subscription, feed, list, inbox: an id; category: a folder's name; view: its number
 * - entries, subscriptions: a list of ids
 * - query: a text of the query language; date: `2026-01-31`; age: `3d`; key: a press as `Shift+a`
 * - json: any JSON value, as settings have them
 */
export type ArgumentType =
  | 'entry'
  | 'entries'
  | 'subscription'
  | 'subscriptions'
  | 'feed'
  | 'category'
  | 'list'
  | 'inbox'
  | 'view'
  | 'query'
  | 'date'
  | 'age'
  | 'number'
  | 'text'
  | 'boolean'
  | 'enum'
  | 'colour'
  | 'key'
  | 'command'
  | 'json'

/** The value of an argument. All values survive JSON: macros, key rules and the journal store them. */
export type ArgumentValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>
export type CommandArgs = Readonly<Record<string, ArgumentValue>>

/** How the page looks with an option: colours by the names of design tokens, an accent, or a font's CSS family. */
export type ChoiceSample = {
  /** Absent: as the page is now. */
  readonly mode?: 'light' | 'dark'
  readonly colors?: Readonly<Record<string, string>>
  readonly accent?: string
  readonly fontFamily?: string
}

/** One option for an argument. `value` is passed to the command, the other fields are displayed. */
export type Choice = {
  readonly value: string | number | boolean
  /** Displayed untranslated: names that users chose. */
  readonly title: string
  /** i18n key displayed instead of `title` for options defined by the program. */
  readonly titleKey?: string
  readonly detail?: string
  /** i18n key displayed instead of `detail`. */
  readonly detailKey?: string
  readonly keywords?: readonly string[]
  readonly sample?: ChoiceSample
}

/** One argument of a command. The palette prompts for the arguments in order. */
export type Argument = {
  readonly name: string
  /** i18n key of the prompt */
  readonly title: string
  readonly type: ArgumentType
  /** The options, which may depend on the arguments before. */
  readonly choices?: Store<(earlier: CommandArgs) => readonly Choice[]>
  /** The palette prompts for this argument: options that need a request are loaded now. */
  readonly choicesRequested?: EventCallable<void>
  /** The value offered first, which may depend on the arguments before. */
  readonly initial?: Store<(earlier: CommandArgs) => ArgumentValue | undefined>
  readonly optional?: boolean
  /** Accepts other values than the options: a new folder, a colour by its code. */
  readonly open?: boolean
  /** Bounds of a number. */
  readonly min?: number
  readonly max?: number
  /** A further check. @returns i18n key of the problem, null: valid */
  readonly validate?: (value: ArgumentValue, earlier: CommandArgs) => string | null
}

/** Why a value is refused: i18n key `palette.problems.PROBLEM` of the app, or the key that `validate` returned. */
export type ArgumentProblem = {
  readonly problem: string
  readonly values?: Readonly<Record<string, string | number>>
}
export type ParsedArgument =
  | { readonly ok: true; readonly value: ArgumentValue }
  | ({ readonly ok: false } & ArgumentProblem)

const LIST_TYPES: ReadonlySet<ArgumentType> = new Set(['entries', 'subscriptions'])
const FREE_TYPES: ReadonlySet<ArgumentType> = new Set([
  'text',
  'query',
  'date',
  'age',
  'number',
  'key',
  'boolean',
])
const AGE = /^\d{1,5}(mo|[mhdwy])$/
const AGE_UNITS = {
  m: 60e3,
  h: 3600e3,
  d: 86_400e3,
  w: 7 * 86_400e3,
  mo: 30 * 86_400e3,
  y: 365 * 86_400e3,
} as const

/**
 * Reads a typed text.
 * @param choices the options now, with translated titles
 * @param today local date as `2026-01-31`, for `today` and `yesterday`
 */
export function parseArgument(
  argument: Argument,
  text: string,
  choices: readonly Choice[] = [],
  today = '',
): ParsedArgument {
  const trimmed = text.trim()
  if (trimmed === '' && !argument.optional) return { ok: false, problem: 'empty' }
  switch (argument.type) {
    case 'number': {
      const value = Number(trimmed)
      return checked(argument, /^-?\d+(\.\d+)?$/.test(trimmed) ? value : Number.NaN)
    }
    case 'boolean': {
      const choice = findChoice(choices, trimmed)
      if (choice) return { ok: true, value: choice.value === true }
      if (/^(yes|on|true|1)$/i.test(trimmed)) return { ok: true, value: true }
      if (/^(no|off|false|0)$/i.test(trimmed)) return { ok: true, value: false }
      return { ok: false, problem: 'boolean' }
    }
    case 'date':
      return checked(argument, dateOf(trimmed, today))
    case 'json':
      return { ok: true, value: jsonValue(trimmed) }
    case 'age':
    case 'text':
    case 'query':
    case 'key':
      return checked(argument, trimmed)
    default: {
      const choice = findChoice(choices, trimmed)
      if (choice)
        return { ok: true, value: LIST_TYPES.has(argument.type) ? [String(choice.value)] : choice.value }
      if (argument.open) return checked(argument, trimmed)
      return { ok: false, problem: 'choice', values: { text: trimmed } }
    }
  }
}

/** The text of a value in a command line: the title of its option, quoted where it holds spaces. */
export function formatArgument(value: ArgumentValue, choices: readonly Choice[] = []): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const text = values
    .map(
      (one) =>
        choices.find((choice) => choice.value === one)?.title ??
        (typeof one === 'object' ? JSON.stringify(one) : String(one)),
    )
    .join(',')
  return quoteArgument(text)
}

/** A text as one word of a command line, in quotes where it needs them. */
export const quoteArgument = (text: string): string =>
  /[\s:|"]/.test(text) || text === '' ? `"${text.replaceAll('"', '')}"` : text

/** Whether a value has the argument's type and bounds. Options are not looked up: they may not be loaded yet. */
export function checkArgument(
  argument: Argument,
  value: unknown,
  earlier: CommandArgs = {},
): ArgumentProblem | null {
  if (LIST_TYPES.has(argument.type))
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : { problem: 'type' }
  const problem = checkType(argument, value)
  if (problem) return problem
  const own = argument.validate?.(value as ArgumentValue, earlier)
  return own ? { problem: own } : null
}

function checkType(
  { type, min = -Infinity, max = Infinity }: Argument,
  value: unknown,
): ArgumentProblem | null {
  switch (type) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'number' }
      return value < min || value > max ? { problem: 'range', values: { min, max } } : null
    case 'json':
      return value === undefined ? { problem: 'type' } : null
    case 'boolean':
      return typeof value === 'boolean' ? null : { problem: 'boolean' }
    case 'view':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? null : { problem: 'type' }
    case 'age':
      return typeof value === 'string' && AGE.test(value) ? null : { problem: 'age' }
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : { problem: 'date' }
    default:
      return typeof value === 'string' ? null : { problem: 'type' }
  }
}

/** Milliseconds of an age such as `3d`; months count 30 days, years 365. @returns NaN for another text */
export function ageInMs(age: string): number {
  const unit = AGE.exec(age)?.[1] as keyof typeof AGE_UNITS | undefined
  return unit ? Number.parseInt(age, 10) * AGE_UNITS[unit] : Number.NaN
}

/** Whether values of this type are lists of ids. */
export const isListType = (type: ArgumentType): boolean => LIST_TYPES.has(type)
/** Whether values of this type are typed freely rather than chosen from options. */
export const isFreeType = (type: ArgumentType): boolean => FREE_TYPES.has(type)

function checked(argument: Argument, value: ArgumentValue): ParsedArgument {
  const problem = checkArgument(argument, value)
  return problem ? { ok: false, ...problem } : { ok: true, value }
}

/** The option with exactly this value or title, else the only one whose title or keyword begins with the text, else the only one that contains it. */
function findChoice(choices: readonly Choice[], text: string): Choice | undefined {
  const folded = foldCase(text)
  const titles = choices.map((choice) => ({ choice, title: foldCase(choice.title) }))
  const exact =
    choices.find(({ value }) => String(value) === text) ??
    titles.find(({ title }) => title === folded)?.choice
  if (exact) return exact
  const only = (matches: (title: string, choice: Choice) => boolean): Choice | undefined => {
    const hits = titles.filter(({ title, choice }) => matches(title, choice))
    return hits.length === 1 ? hits[0]?.choice : undefined
  }
  return (
    only(
      (title, { keywords = [] }) =>
        title.startsWith(folded) || keywords.some((one) => foldCase(one).startsWith(folded)),
    ) ?? only((title) => title.includes(folded))
  )
}

/** Text that is not JSON is a string. */
function jsonValue(text: string): ArgumentValue {
  try {
    return JSON.parse(text) as ArgumentValue
  } catch {
    return text
  }
}

function dateOf(text: string, today: string): string {
  if (today !== '' && /^(today|yesterday)$/i.test(text)) {
    const at = new Date(`${today}T12:00:00Z`)
    if (text.toLowerCase() === 'yesterday') at.setUTCDate(at.getUTCDate() - 1)
    return at.toISOString().slice(0, 10)
  }
  return text
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return match !== null && new Date(`${text}T00:00:00Z`).toISOString?.().slice(0, 10) === text
}
