import { expect, test } from 'vitest'
import english from '../../../locales/en/settings.json' with { type: 'json' }
import { findSettings, searchableSettings } from './searchable-settings.ts'

const textOf = (key: string): string | undefined =>
  key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], english) as
    | string
    | undefined
const all = searchableSettings
const find = (text: string) => findSettings(all, text, (key) => textOf(key) ?? '').map(({ name }) => name)

test('a setting is found by its label before others by their description', () => {
  expect(find('dim read')[0]).toBe('dimRead')
  expect(find('FONT').slice(0, 2).toSorted()).toEqual(['readerFontFamily', 'uiFontFamily'])
  expect(find('notification')).toContain('push')
})

test('each names the page that shows it', () => {
  const pageOf = (name: string) => all.find((one) => one.name === name)?.page
  expect(pageOf('unreadOnly')).toBe('general')
  expect(pageOf('sidebarShowUnreadCount')).toBe('general')
  expect(pageOf('storedEntries')).toBe('data-control')
  expect(pageOf('uiTextSize')).toBe('appearance')
  expect(pageOf('opaqueSidebar')).toBe('appearance')
})

test('settings without a control are not found, nor is anything by no words', () => {
  for (const name of ['voice', 'translation', 'showQuickTimeline', 'savedSearches', 'feedColWidth'])
    expect(all.map((one) => one.name)).not.toContain(name)
  expect(find('   ')).toEqual([])
})
