import { expect, test } from 'vitest'
import { appearanceDefaults, generalDefaults } from '../../contract/setting-defaults.ts'
import type { OutboxItem } from '../../model/outbox/index.ts'
import { differingSettings } from './differing-settings.ts'
import { pendingByResource } from './pending-by-resource.ts'

const item = (noun: string, at: number, attempts = 0): OutboxItem => ({
  id: `${noun}${at}`,
  noun,
  name: `${noun}.mark`,
  args: {},
  effect: null,
  at,
  state: 'kept',
  attempts,
})

test('changes that wait are counted by kind, the oldest kind first', () => {
  expect(
    pendingByResource([item('stars', 30), item('reads', 20, 2), item('reads', 10), item('views', 40)]),
  ).toEqual([
    { resource: 'reads', count: 2, since: 10, attempts: 2 },
    { resource: 'stars', count: 1, since: 30, attempts: 0 },
    { resource: 'other', count: 1, since: 40, attempts: 0 },
  ])
  expect(pendingByResource([])).toEqual([])
})

test('settings differ where their value is not the default, and the language from that of the browser', () => {
  const effective = {
    general: { ...generalDefaults, language: 'ja' },
    appearance: { ...appearanceDefaults, discoverLanguage: 'eng' },
  }
  expect(differingSettings(effective, 'ja')).toEqual([])
  expect(
    differingSettings(
      {
        general: { ...effective.general, unreadOnly: false },
        appearance: { ...effective.appearance, uiTextSize: 18 },
      },
      'en',
    ),
  ).toEqual([
    { tab: 'general', key: 'language', value: 'ja', initial: 'en' },
    { tab: 'general', key: 'unreadOnly', value: false, initial: true },
    { tab: 'appearance', key: 'uiTextSize', value: 18, initial: 16 },
  ])
})
