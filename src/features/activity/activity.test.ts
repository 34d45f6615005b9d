import { expect, test } from 'vitest'
import { appearanceDefaults, generalDefaults } from '../../contract/setting-defaults.ts'
import type { OutboxItem } from '../../model/outbox/index.ts'
import { differingSettings } from './changed-settings.tsx'
import { jobDuration } from './jobs.tsx'
import { pendingByResource } from './pending-changes.tsx'
import { waitingSaves } from './saves.tsx'

const item = (noun: string, at: number, attempts = 0): OutboxItem => ({
  id: `${noun}${at}`,
  noun,
  name: `${noun}.mark`,
  args: {},
  effect: null,
  at,
  state: 'stored',
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

test('saves that wait are counted by plugin, and no other change is', () => {
  const save = (plugin: string, at: number, attempts = 0) => ({
    ...item('saves', at, attempts),
    args: { plugin, entryId: `${at}`, batch: 'b' },
  })
  expect(
    waitingSaves([save('cubox', 30), item('reads', 5), save('cubox', 20, 2), save('readwise', 40)]),
  ).toEqual([
    { plugin: 'cubox', count: 2, since: 20, attempts: 2 },
    { plugin: 'readwise', count: 1, since: 40, attempts: 0 },
  ])
  expect(waitingSaves([])).toEqual([])
})

test('the duration of a run is in milliseconds, and in seconds from one second on', () => {
  expect(jobDuration(0, 'en')).toBe('0 ms')
  expect(jobDuration(999, 'en')).toBe('999 ms')
  expect(jobDuration(1250, 'en')).toBe('1.3 sec')
  expect(jobDuration(90_000, 'en')).toBe('90 sec')
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
