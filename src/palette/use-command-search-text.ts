/** Title, group and search text of commands, cached: opening and typing must not prepare a thousand of them. */
import type { Command } from '../core/index.ts'
import { commandTitle, useTranslation, type Translation } from '../ui/index.ts'
import { fold, searchable, type Searchable } from './match.ts'

type CommandSearchText = {
  readonly title: string
  readonly group: string
  readonly searchTitle: Searchable
  /** Everyday names, folded. */
  readonly keywords: readonly string[]
  /** Its group and its keywords. */
  readonly searchOthers: readonly Searchable[]
}
export type SearchTextOf = (command: Command) => CommandSearchText

/** Search text in the current language. The cache is per translate function, which changes with language and messages. */
export function useCommandSearchText(): SearchTextOf {
  // Not in the first translations: the palette works without them until they are loaded.
  const { t, i18n } = useTranslation(['app', 'keywords'])
  const searchTextOf = cache.get(t) ?? cachedSearchText(t, i18n.language)
  cache.set(t, searchTextOf)
  return searchTextOf
}
const cache = new WeakMap<Translation['t'], SearchTextOf>()

/**
 * @param t looks up titles, groups and keywords; keywords are separated by commas
 * @param language of `t`
 */
export function cachedSearchText(t: Translation['t'], language: string): SearchTextOf {
  const byCommand = new WeakMap<Command, CommandSearchText>()
  // English ones too: they are what other programs call it.
  const languages = [...new Set(['en', language])]
  const groups = new Map<string, string>()
  const groupOf = (name: string): string => {
    const group = groups.get(name) ?? t(`groups.${name}`, { ns: 'shortcuts', defaultValue: name })
    groups.set(name, group)
    return group
  }
  const read = (command: Command): CommandSearchText => {
    const title = commandTitle(command, t)
    const group = groupOf(command.group)
    const phrases = [command.keywords ?? []]
      .flat()
      .flatMap((key) => languages.map((lng) => t(key, { lng, defaultValue: '', ...command.textValues })))
      .join(', ')
      .split(/[,、，]/)
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== '')
    return {
      title,
      group,
      searchTitle: searchable(title),
      keywords: phrases.map(fold),
      searchOthers: [group, ...new Set(phrases)].map(searchable),
    }
  }
  return (command) => {
    const searchText = byCommand.get(command) ?? read(command)
    byCommand.set(command, searchText)
    return searchText
  }
}
