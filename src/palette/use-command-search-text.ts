/** What each command is called and found by, made ready once: opening and letters must not pay for a thousand of them. */
import type { Command } from '../core/index.ts'
import { useTranslation, type Translation } from '../ui/index.ts'
import { searchable, type Searchable } from './match.ts'

export type CommandSearchText = {
  readonly title: string
  readonly group: string
  readonly searchTitle: Searchable
  /** Its group and its keywords. */
  readonly searchOthers: Searchable
}
type WordsOf = (command: Command) => CommandSearchText

/** Words of commands in the language at hand; another language, or words that came since, begin anew. */
export function useCommandSearchText(): WordsOf {
  const { t } = useTranslation()
  const wordsOf = madeOf.get(t) ?? keptWords(t)
  madeOf.set(t, wordsOf)
  return wordsOf
}
const madeOf = new WeakMap<Translation['t'], WordsOf>()

function keptWords(t: Translation['t']): WordsOf {
  const known = new WeakMap<Command, CommandSearchText>()
  const read = (command: Command): CommandSearchText => {
    const title = t(command.title, { ns: 'shortcuts' })
    const group = t(`groups.${command.group}`, { ns: 'shortcuts', defaultValue: command.group })
    const others = command.keywords
      ? `${group} ${t(command.keywords, { ns: 'shortcuts', defaultValue: '' })}`
      : group
    return { title, group, searchTitle: searchable(title), searchOthers: searchable(others) }
  }
  return (command) => {
    const words = known.get(command) ?? read(command)
    known.set(command, words)
    return words
  }
}
