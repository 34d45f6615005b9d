import i18next from 'i18next'
import { expect, test } from 'vitest'
import { settingsCommands } from '../../commands/settings.ts'
import type { Command } from '../core/index.ts'
import { commandCandidates } from './command-candidates.ts'
import { rank } from './rank.ts'
import { cachedSearchText } from './use-command-search-text.ts'

const command = (id: string, more: Partial<Command>): Command => ({
  id,
  group: 'lamp',
  title: 'lamp:read',
  kind: 'view',
  run: () => {},
  ...more,
})
const setting = command('settings:plugin-lamp', {
  group: 'settings',
  title: 'shortcuts:settings.plugin',
  textValues: { plugin: 'lamp' },
  keywords: ['keywords:settings.plugin', 'lamp:settings.voice'],
  opensSetting: true,
})
const read = command('lamp:read', { keywords: 'lamp:keywords' })

async function idsFor(language: string, query: string): Promise<string[]> {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: {
        lamp: {
          name: 'Speaker',
          read: 'Read aloud',
          keywords: 'speech, voice',
          settings: { voice: 'Voice' },
        },
        shortcuts: { settings: { plugin: 'Setting: $t({{plugin}}:name)' } },
        keywords: { settings: { plugin: '{{plugin}}, plugin settings' } },
      },
      ja: {
        lamp: { name: 'スピーカー', read: '読み上げる', keywords: '音声, 聞く', settings: { voice: '音声' } },
        shortcuts: { settings: { plugin: '設定：$t({{plugin}}:name)' } },
        keywords: { settings: { plugin: '{{plugin}}, プラグインの設定' } },
      },
    },
  })
  const candidates = commandCandidates({
    commands: [setting, read],
    contextKeys: new Map(),
    titleNowOf: ({ id }) => (id === 'lamp:read' ? 'Be quiet' : null),
    aliases: {},
    recents: [],
    now: 0,
    area: 'timeline',
    searchTextOf: cachedSearchText(i18n.t, language),
    choicesOf: () => [],
  })
  return rank(candidates, query).map(({ of, ranges }) =>
    ranges.length === 0 ? of.id : `${of.id} ${ranges.flat().join('-')}`,
  )
}

test('the settings of a plugin are found by its name, by its id and by their labels, below what it does', async () => {
  expect(await idsFor('en', 'setting: speaker')).toEqual(['settings:plugin-lamp 0-16'])
  expect(await idsFor('en', 'lamp')).toEqual(['lamp:read', 'settings:plugin-lamp'])
  expect(await idsFor('en', 'speaker')).toEqual(['settings:plugin-lamp 9-16'])
  expect(await idsFor('en', 'voice')).toEqual(['lamp:read', 'settings:plugin-lamp'])
})

test('they are in Japanese, too', async () => {
  expect(await idsFor('ja', '設定：スピーカー')).toEqual(['settings:plugin-lamp 0-8'])
  expect(await idsFor('ja', 'lamp')).toEqual(['lamp:read', 'settings:plugin-lamp'])
  expect(await idsFor('ja', '音声')).toEqual(['lamp:read', 'settings:plugin-lamp'])
  expect(await idsFor('ja', '音聞')).toEqual([])
})

test('a command is found by what it would do now', async () => {
  expect(await idsFor('en', 'quiet')).toEqual(['lamp:read'])
})

test('where nothing has a price, no command hides prices', () => {
  const hides = settingsCommands.find(({ id }) => id === 'settings:toggle-hide-power') as Command
  const offered = (noPayments: boolean) =>
    commandCandidates({
      commands: [hides, read],
      contextKeys: new Map([['noPayments', noPayments]]),
      aliases: {},
      recents: [],
      now: 0,
      area: 'timeline',
      searchTextOf: () => ({ searchTitle: [], searchOthers: [], keywords: [] }) as never,
      titleNowOf: () => null,
      choicesOf: () => [],
    }).map(({ of }) => of.id)
  expect(offered(false)).toEqual(['settings:toggle-hide-power', 'lamp:read'])
  expect(offered(true)).toEqual(['lamp:read'])
})
