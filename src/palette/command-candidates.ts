/** Commands as candidates for a query. */
import {
  availability,
  type Argument,
  type Choice,
  type Command,
  type ContextValues,
  evaluate,
  isFreeType,
  parseExpression,
} from '../core/index.ts'
import { entryVerbs } from '../model/menus/index.ts'
import type { Aliases } from '../model/palette/index.ts'
import type { RecentCommand } from '../model/recents/index.ts'
import { frecency } from './frecency.ts'
import { fold, searchable } from './match.ts'
import type { Candidate } from './rank.ts'
import type { SearchTextOf } from './use-command-search-text.ts'

export type CommandCandidateInput = {
  readonly commands: Iterable<Command>
  readonly contextKeys: ContextValues
  readonly aliases: Aliases
  readonly recents: readonly RecentCommand[]
  readonly now: number
  /** The pane that had the focus. */
  readonly area: string
  readonly searchTextOf: SearchTextOf
  /** What exactly a command would do now, see titleNow. */
  readonly titleNowOf: (command: Command) => string | null
  /** Without values of earlier arguments. */
  readonly choicesOf: (argument: Argument) => readonly Choice[]
}

/** Every command that a user can give arguments to, in the order of the registry. */
export function commandCandidates(input: CommandCandidateInput): readonly Candidate<Command>[] {
  const { commands, contextKeys, aliases, recents, now, area, searchTextOf, titleNowOf, choicesOf } = input
  const used = new Map(recents.map((one) => [one.id, one]))
  const hasEntry = contextKeys.get('entry') === true || Number(contextKeys.get('selected') ?? 0) > 0
  const offered = [...commands].filter((command) => isOffered(command, contextKeys))
  return offered.map((command) => {
    const { searchTitle, searchOthers, keywords } = searchTextOf(command)
    const alias = aliases[command.id]
    const titleNow = titleNowOf(command)
    return {
      title: searchTitle,
      others: titleNow === null ? searchOthers : [...searchOthers, searchable(titleNow)],
      // The words of a setting are rather meant for the commands that it is about.
      keywords: command.opensSetting ? [] : keywords,
      alias: alias === undefined ? undefined : fold(alias),
      use: frecency(used.get(command.id), now, area),
      unavailable: !availability(command, contextKeys).available || lacksChoices(command, choicesOf),
      likely: likelihood(command, hasEntry),
      minor: command.keysOnly === true || command.opensSetting === true,
      of: command,
    }
  })
}

/** Of commands that have keys of their own. */
const WITH_KEYS = 0.25

/** Of each verb of entries less than of the one before it. */
const VERB_STEP = 0.05

/** What is done most with the entry in front of the user, then what has keys, as it is meant to be used often. */
function likelihood({ id, bindings = [] }: Command, hasEntry: boolean): number {
  const verb = hasEntry ? entryVerbs.indexOf(id) : -1
  if (verb >= 0) return 1 - verb * VERB_STEP
  return bindings.length > 0 ? WITH_KEYS : 0
}

/** The palette is open already; JSON is for programs. */
const isOffered = ({ id, args, offeredWhen }: Command, contextKeys: ContextValues): boolean =>
  id !== 'palette:open' &&
  args?.some(({ type, optional }) => type === 'json' && !optional) !== true &&
  (offeredWhen === undefined || evaluate(parseExpression(offeredWhen), contextKeys))

/**
 * Whether a command prompts first for one of several things of which there are none now: for a label where the user has
 * no labels. Not known of the target, and of choices that take a request.
 */
export function lacksChoices(
  { args = [], target }: Pick<Command, 'args' | 'target'>,
  choicesOf: (argument: Argument) => readonly Choice[],
): boolean {
  const first = args.find(({ optional }) => optional !== true)
  if (!first?.choices || first.choicesRequested || first.name === target) return false
  return acceptsChoicesOnly(first) && choicesOf(first).length === 0
}

/** A value is one of the choices; no text is one. */
export const acceptsChoicesOnly = ({ type, open }: Argument): boolean => open !== true && !isFreeType(type)
