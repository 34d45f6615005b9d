/** The first letters of a command are enough for what is done often: less is typed than a name. */
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import englishKeywords from '../../locales/en/keywords.json' with { type: 'json' }
import shortcuts from '../../locales/en/shortcuts.json' with { type: 'json' }
import { allFeatures } from '../../src/features/index.ts'
import { screenCommands } from '../../src/features/screen-commands.ts'
import { commandCandidates } from '../../src/palette/command-candidates.ts'
import { rank } from '../../src/palette/rank.ts'
import { cachedSearchText } from '../../src/palette/use-command-search-text.ts'

const commands = [...allCommands, ...screenCommands(allFeatures)]
const inReader = ['entry', 'entryUrl', 'subscription', 'online', 'signedIn', 'undoable']

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: { en: { keywords: englishKeywords, shortcuts } },
    ns: ['shortcuts', 'keywords'],
  }),
)

/** @param last what was used last, once */
function first(letters: string, last?: string): string | undefined {
  const candidates = commandCandidates({
    commands,
    contextKeys: new Map(inReader.map((key) => [key, true] as const)),
    aliases: {},
    recents: last === undefined ? [] : [{ id: last, at: 0, times: 1, areas: { timeline: 1 } }],
    now: 0,
    area: 'timeline',
    searchTextOf: cachedSearchText(i18next.getFixedT('en'), 'en'),
    titleNowOf: () => null,
    choicesOf: () => [{ value: '1', title: 'one' }],
  })
  return rank(candidates, letters)[0]?.of.id
}

test.each([
  ['s', 'entry:star'],
  ['c', 'entry:copy-link'],
  ['o', 'entry:open-in-browser'],
  ['mar', 'entry:read'],
  ['f', 'global:quick-add'],
  ['u', 'global:undo'],
  ['ref', 'timeline:refetch'],
  ['da', 'follow:change-color-mode-to-dark'],
  // The first letters of its words.
  ['ud', 'follow:change-color-mode-to-dark'],
  ['zm', 'layout:toggle-zen-mode'],
  ['unf', 'subscription:unfollow'],
])('with an entry open, %s means %s', (letters, command) => {
  expect(first(letters)).toBe(command)
})

test.each([
  ['d', 'follow:change-color-mode-to-dark'],
  ['m', 'subscription:move'],
  ['e', 'entry:export-as-markdown'],
])('what was used last here comes first for %s', (letters, command) => {
  expect(first(letters, command)).toBe(command)
})
