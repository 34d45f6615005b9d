import { createEvent } from 'effector'
import { expect, test } from 'vitest'
import { boundKeys, type CommandCall, type Command } from '../../core/index.ts'
import { helpSections, searchSections } from './help-sections.ts'

const command = (id: string, rest: Partial<Command> = {}): Command => ({
  id,
  group: id.split(':')[0] ?? '',
  title: id,
  kind: 'view',
  run: createEvent<CommandCall>(),
  ...rest,
})
const star = command('entry:star', { bindings: [{ keys: 's' }], where: ['timeline', 'entry-render'] })
const next = command('timeline:next', {
  bindings: [{ keys: 'j' }, { keys: 'ArrowDown' }],
  where: ['timeline'],
})
const help = command('global:help', { bindings: [{ keys: '[Shift]+?' }] })
const tip = command('entry:tip')
const scroll = command('entry-render:scroll', { keysOnly: true })
const commands = [star, next, help, tip, scroll]
const sections = helpSections(boundKeys(commands, {}), commands, 'entry-render')
const ids = (at: number) => sections[at]?.rows.map((row) => row.command.id)

test('what the keys do here comes first, then what they do everywhere and elsewhere', () => {
  expect(sections.map(({ where }) => where)).toEqual(['entry-render', null, 'timeline', 'none'])
  expect(ids(0)).toEqual(['entry:star'])
  expect(ids(2)).toEqual(['timeline:next', 'entry:star'])
})

test('in each area its own commands come first and those of the player last', () => {
  const all = ['layout:menu', 'player:toggle', 'selection:all', 'timeline:next', 'entry:star'].map((id) =>
    command(id, { bindings: [{ keys: 'x' }], where: ['timeline'] }),
  )
  const [here] = helpSections(boundKeys(all, {}), all, 'timeline')
  expect(here?.rows.map((row) => row.command.id)).toEqual([
    'timeline:next',
    'entry:star',
    'layout:menu',
    'selection:all',
    'player:toggle',
  ])
})

test('a command with two keys has one line with both, and one without keys is listed for the palette', () => {
  expect(sections[2]?.rows[0]?.keys).toEqual(['j', 'ArrowDown'])
  expect(ids(3)).toEqual(['entry:tip'])
})

test('no binding of the registry is missing from the page', () => {
  const shown = new Set(sections.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys)))
  for (const { keys } of boundKeys(commands, {})) expect(shown).toContain(keys)
})

test('searching finds by words and by keys, and hides the places where nothing fits', () => {
  const text = (row: { command: Command; keys: readonly string[] }) =>
    [row.command.title, ...row.keys].join(' ')
  expect(searchSections(sections, 'arrow', text).map(({ where }) => where)).toEqual(['timeline'])
  expect(searchSections(sections, 'STAR', text)).toHaveLength(2)
  expect(searchSections(sections, '', text)).toBe(sections)
})

test('of two commands with one key here, the one that cannot run now is listed after the other areas', () => {
  const fold = command('timeline:fold', { bindings: [{ keys: 'e' }], where: ['timeline'], needs: 'post' })
  const group = command('timeline:group', { bindings: [{ keys: 'e' }], where: ['timeline'] })
  const alone = command('timeline:alone', { bindings: [{ keys: 'x' }], where: ['timeline'], needs: 'post' })
  const all = [fold, group, alone, star]
  const shown = helpSections(boundKeys(all, {}), all, 'timeline', ({ needs }) => !needs)
  expect(shown.map(({ where, rows }) => [where, rows.map((row) => row.command.id)])).toEqual([
    ['timeline', ['timeline:group', 'timeline:alone', 'entry:star']],
    ['entry-render', ['entry:star']],
    ['otherwise', ['timeline:fold']],
  ])
})

test('keys of all panes are listed once, and those of operators in their own table', () => {
  const everywhere = ['subscription-list', 'timeline', 'entry-render', 'modal', 'menu', 'dropdown-menu']
  const palette = command('palette:open', { bindings: [{ keys: '$mod+k' }], where: everywhere })
  const operator = command('entries:read', { group: 'entries', bindings: [{ keys: 'd e' }] })
  const all = helpSections(boundKeys([palette, operator], {}), [palette, operator], 'timeline')
  expect(all.map(({ where, rows }) => [where, rows.map((row) => row.command.id)])).toEqual([
    [null, ['palette:open']],
  ])
})
