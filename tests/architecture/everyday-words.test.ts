import i18next from 'i18next'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import englishKeywords from '../../locales/en/keywords.json' with { type: 'json' }
import shortcuts from '../../locales/en/shortcuts.json' with { type: 'json' }
import type { Command } from '../../src/core/index.ts'
import { allFeatures } from '../../src/features/index.ts'
import { screenCommands } from '../../src/features/screen-commands.ts'
import { commandCandidates } from '../../src/palette/command-candidates.ts'
import { rank } from '../../src/palette/rank.ts'
import { top } from './imports.ts'
import { cachedSearchText } from '../../src/palette/use-command-search-text.ts'
import { startDefaultPlugins } from '../support/default-plugins.ts'

let commands: readonly Command[] = [...allCommands, ...screenCommands(allFeatures)]

/** Files of feeds are read and written by a plugin, which may have been deleted. */
const hasOpml = existsSync(join(top, 'plugins/opml'))

/** Words that users type, and the commands that may come first. */
const expected: Readonly<Record<string, readonly string[]>> = {
  bookmark: ['entry:star'],
  favourite: ['entry:star'],
  favorite: ['entry:star'],
  'dark mode': ['follow:change-color-mode-to-dark'],
  night: ['follow:change-color-mode-to-dark'],
  subscribe: ['global:quick-add'],
  'add feed': ['global:quick-add'],
  'new feed': ['global:quick-add'],
  unsubscribe: ['subscription:unfollow'],
  'delete feed': ['subscription:unfollow'],
  remove: ['subscription:unfollow'],
  keymap: ['go:shortcuts'],
  readability: ['entry:ability'],
  'full text': ['entry:ability'],
  sidebar: ['layout:toggle-subscription-column'],
  logout: ['session:sign-out'],
  'log out': ['session:sign-out'],
  'sign out': ['session:sign-out'],
  quit: ['session:sign-out'],
  sync: ['global:send-changes'],
  original: ['entry:open-in-browser'],
  'next unread': ['subscription:next-unread', 'entry-render:page-down'],
  filter: ['timeline:unread-only'],
  search: ['go:find-entry'],
  preferences: ['settings:open', 'go:settings'],
  settings: ['settings:open', 'go:settings'],
  'mark folder read': ['subscription:mark-all-as-read'],
  'mark all read': ['subscription:mark-all-as-read'],
  'mark read': ['entry:read'],
  theme: ['settings:change-color-mode'],
  help: ['global:show-shortcuts', 'palette:help'],
  save: ['entry:star'],
  star: ['entry:star'],
  undo: ['global:undo'],
  refresh: ['timeline:refetch'],
  rename: ['subscription:rename'],
  move: ['subscription:move'],
  'new folder': ['subscription:move'],
  import: [hasOpml ? 'global:import-opml' : 'rules:import'],
  export: [hasOpml ? 'global:export-opml' : 'rules:export'],
  share: ['entry:share'],
  'copy link': ['entry:copy-link'],
  language: ['settings:change-language'],
  'text size': ['settings:show-ui-text-size'],
  'app password': ['go:settings-profile'],
}

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { keywords: englishKeywords, shortcuts } },
    ns: ['shortcuts', 'keywords'],
  })
  commands = [...commands, ...(await startDefaultPlugins()).commands]
})

function first(word: string, contextKeys = new Map<string, boolean>()): string | undefined {
  const candidates = commandCandidates({
    commands,
    contextKeys,
    aliases: {},
    recents: [],
    now: 0,
    area: 'timeline',
    searchTextOf: cachedSearchText(i18next.getFixedT('en'), 'en'),
    titleNowOf: () => null,
    // The user has some of everything.
    choicesOf: () => [{ value: '1', title: 'one' }],
  })
  return rank(candidates, word)[0]?.of.id
}

test('the everyday words are 45, and each ranks a matching command first', () => {
  expect(Object.keys(expected)).toHaveLength(45)
  const wrong = Object.entries(expected).flatMap(([word, ids]) => {
    const id = first(word)
    return id !== undefined && ids.includes(id) ? [] : [`${word}: ${id}`]
  })
  expect(wrong).toEqual([])
})

test('they do so while much is available too', () => {
  const keys = ['entry', 'entryUrl', 'subscription', 'folder', 'online', 'signedIn', 'undoable']
  const available = new Map(keys.map((key) => [key, true] as const))
  const wrong = Object.entries(expected).flatMap(([word, ids]) => {
    const id = first(word, available)
    return id !== undefined && ids.includes(id) ? [] : [`${word}: ${id}`]
  })
  expect(wrong).toEqual([])
})

test('every command has everyday names', () => {
  expect(
    commands
      .filter(({ keywords }) => !keywords || ![keywords].flat().every((key) => i18next.exists(key)))
      .map(({ id }) => id),
  ).toEqual([])
})
