/** The words of the person's language in a component: i18next has them, this draws anew what says others. */
import i18next, { type i18n, type TFunction } from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'

export type Words = {
  readonly t: TFunction
  readonly i18n: i18n
  /** All groups are here; what is not says its key. */
  readonly ready: boolean
}

/** By groups of words; who asks for the same ones draws the same. */
const known = new Map<string, Words>()
const listeners = new Set<() => void>()

i18next.on('languageChanged', () => heard(() => true))
i18next.on('loaded', () => heard(({ ready }) => !ready))

/** @param groups namespaces; a key without one is looked for in the first. They are fetched where they are not here yet. */
export function useWords(groups: string | readonly string[] = 'app'): Words {
  const key = String(groups)
  const words = useSyncExternalStore(listen, () => wordsOf(key))
  useEffect(() => {
    if (!words.ready) void i18next.loadNamespaces(key.split(','))
  }, [words, key])
  return words
}

function heard(isOld: (words: Words) => boolean): void {
  for (const [key, words] of known) if (isOld(words)) known.delete(key)
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

function wordsOf(key: string): Words {
  const words = known.get(key) ?? newWords(key.split(','))
  known.set(key, words)
  return words
}

function newWords(groups: readonly string[]): Words {
  const { language, languages = [] } = i18next
  const say = i18next.getFixedT(language, groups)
  const said = new Map<string, string>()
  /** A list says the same few words for each of its rows, and i18next looks each up from the root. */
  const sayAgain = (name: string): string => {
    const before = said.get(name)
    if (before !== undefined) return before
    const now = plainWord(name, groups, languages) ?? say(name)
    // What is missing says its key, and may come later.
    if (!name.endsWith(now)) said.set(name, now)
    return now
  }
  const t = (...given: Parameters<TFunction>) =>
    given.length === 1 && typeof given[0] === 'string' ? sayAgain(given[0]) : say(...given)
  return {
    t: t as TFunction,
    i18n: i18next,
    ready: groups.every((group) => i18next.hasLoadedNamespace(group)),
  }
}

/** What stands for something else in a word: a value, or another word. */
const FILLED = /\{\{|\$t\(/

/**
 * What i18next says where a word is no more than itself, without all that it looks after for others: most words are so,
 * and a page says a hundred of them at once.
 * @returns undefined where i18next itself must be asked
 */
function plainWord(
  name: string,
  groups: readonly string[],
  languages: readonly string[],
): string | undefined {
  const end = name.indexOf(':')
  const key = name.slice(end + 1)
  for (const group of end < 0 ? groups : [name.slice(0, end)])
    for (const language of languages) {
      const word: unknown = i18next.getResource(language, group, key)
      if (word !== undefined) return typeof word === 'string' && !FILLED.test(word) ? word : undefined
    }
  return undefined
}
