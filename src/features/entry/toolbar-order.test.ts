import { expect, test } from 'vitest'
import { separated, toolbarOrder, type ToolbarContext } from './toolbar-order.ts'

const facts: ToolbarContext = { hasUrl: true, photos: 0, inbox: false, list: false, view: 0 }
const nothingSaved = { main: [], more: [] }

test('without a choice the default order applies', () => {
  expect(toolbarOrder(nothingSaved, [], facts).main.slice(0, 2)).toEqual(['entry:read', 'entry:star'])
})

test('the order that the user chose applies, and missing items are appended', () => {
  const { main, more } = toolbarOrder(
    { main: ['entry:share', 'entry:star'], more: ['entry:read'] },
    [],
    facts,
  )
  expect(main.slice(0, 3)).toEqual(['entry:share', 'entry:star', 'entry:toggle-ai-summary'])
  expect(more[0]).toBe('entry:read')
  expect(main).not.toContain('entry:read')
})

test('an item of a plugin is in the group that it requests until it is moved', () => {
  const item = { command: 'readwise:save', group: 'more' as const, icon: 'save' }
  expect(toolbarOrder(nothingSaved, [item], facts).more[0]).toBe('readwise:save')
  expect(toolbarOrder({ main: ['readwise:save'], more: [] }, [item], facts).main[0]).toBe('readwise:save')
})

test('a command of a plugin that has a default place stands there, once, even if it was stored twice', () => {
  const item = (group: 'main' | 'more') => ({ command: 'entry:toggle-ai-summary', group, icon: 'sparkles' })
  const once = toolbarOrder(nothingSaved, [item('main'), item('more')], facts)
  expect(once).toEqual(toolbarOrder(nothingSaved, [], facts))
  const doubled = { main: ['entry:star', 'entry:tts', 'entry:star'], more: ['entry:tts', 'entry:tip'] }
  const { main, more } = toolbarOrder(doubled, [item('main')], facts)
  expect([main.slice(0, 2), more[0]]).toEqual([['entry:star', 'entry:tts'], 'entry:tip'])
  expect(new Set([...main, ...more]).size).toBe(main.length + more.length)
})

test('what makes no sense here is left out', () => {
  const { main, more } = toolbarOrder(nothingSaved, [], { ...facts, hasUrl: false })
  expect(main).not.toContain('entry:share')
  expect(more).not.toContain('entry:delete')
})

test('the reader view has no button where a rule opens it', () => {
  expect(toolbarOrder(nothingSaved, [], facts).main).toContain('entry:ability')
  expect(toolbarOrder(nothingSaved, [], { ...facts, readerForced: true }).main).not.toContain('entry:ability')
})

test('the original page has no button on a phone', () => {
  expect(toolbarOrder(nothingSaved, [], facts).main).toContain('entry:view-source-content')
  expect(toolbarOrder(nothingSaved, [], { ...facts, narrow: true }).main).not.toContain(
    'entry:view-source-content',
  )
})

test('pictures have a button from the sixth on', () => {
  expect(toolbarOrder(nothingSaved, [], { ...facts, photos: 5 }).more).not.toContain('entry:image-gallery')
  expect(toolbarOrder(nothingSaved, [], { ...facts, photos: 6 }).more).toContain('entry:image-gallery')
})

test('separators part what plugins added, the commands of the entry, its files, and what ends the menu', () => {
  const menu = ['cubox:save', 'readwise:save', 'entry:copy-link', 'entry:export-as-pdf', 'entry:delete']
  expect(separated(menu)).toEqual([
    'cubox:save',
    'readwise:save',
    '-',
    'entry:copy-link',
    '-',
    'entry:export-as-pdf',
    '-',
    'entry:delete',
  ])
})
