import { isFreeType, type Argument, type Choice, type Command } from '../core/index.ts'

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
