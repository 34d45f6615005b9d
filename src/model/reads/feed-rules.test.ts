import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { generalDefaults } from '../../contract/setting-defaults.ts'
import { rowsRequested } from '../entries/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $general, settingChanged } from '../settings/index.ts'
import { entryStepped, rowHovered, rowsLeft, rowsPassed } from '../timeline/index.ts'
import { readToggled } from './index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $readRules, readRuleChanged, type ReadRule } from './feed-rules.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** Six entries e0 to e5, newest first, of a feed with a rule. */
async function readerWith(rule: ReadRule | null, marksByPointer = true) {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 6; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const reader = await startReader({ server })
  const { scope } = reader
  // Rows that are marked are loaded: the list shows them.
  await allSettled(rowsRequested, { scope, params: ['e0', 'e1', 'e2', 'e3', 'e4', 'e5'] })
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'general', key: 'hoverMarkUnread', value: marksByPointer },
  })
  await allSettled(readRuleChanged, { scope, params: { feedIds: ['1'], rule } })
  const unread = async () => {
    // Marks are collected, then sent together.
    await reader.later(450)
    await reader.later(550)
    return server.counts()['1'] ?? 0
  }
  return { ...reader, unread }
}

test.each([
  [null, { opened: 5, passed: 4, left: 6, hovered: 5 }],
  ['no-scroll', { opened: 5, passed: 6, left: 6, hovered: 5 }],
  ['open', { opened: 5, passed: 6, left: 6, hovered: 6 }],
  ['leave', { opened: 5, passed: 4, left: 4, hovered: 5 }],
  [3, { opened: 6, passed: 6, left: 6, hovered: 6 }],
] as const)('a feed with the rule %s is marked by what the rule says', async (rule, counts) => {
  const ids = ['e2', 'e3']
  const opened = await readerWith(rule)
  await allSettled(entryStepped, { scope: opened.scope, params: { by: 1 } })
  expect(await opened.unread()).toBe(counts.opened)
  for (const [unit, name] of [
    [rowsPassed, 'passed'],
    [rowsLeft, 'left'],
  ] as const) {
    const { scope, unread } = await readerWith(rule)
    await allSettled(unit, { scope, params: ids })
    expect(await unread(), name).toBe(counts[name])
  }
  const hovered = await readerWith(rule)
  await allSettled(rowHovered, { scope: hovered.scope, params: 'e4' })
  expect(await hovered.unread()).toBe(counts.hovered)
})

test('the pointer marks nothing unless the user has chosen so', async () => {
  expect(generalDefaults.hoverMarkUnread).toBe(false)
  const { scope, unread } = await readerWith(null, generalDefaults.hoverMarkUnread)
  await allSettled(rowHovered, { scope, params: 'e4' })
  expect(await unread()).toBe(6)
})

test('after some seconds an entry that is still open is read; one that was left or toggled is not', async () => {
  const { scope, later, unread } = await readerWith(3)
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  await later(1000)
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  expect(await unread()).toBe(6)
  await later(1500)
  expect(await unread()).toBe(5)
  await allSettled(entryStepped, { scope, params: { by: 1 } })
  await allSettled(readToggled, { scope, params: { ids: ['e2'] } })
  await allSettled(readToggled, { scope, params: { ids: ['e2'] } })
  await later(5000)
  expect(await unread()).toBe(5)
})

test('a rule overrides the setting of all feeds, is undone, and what is none is ignored', async () => {
  const { scope, unread } = await readerWith('leave')
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'general', key: 'scrollMarkUnread', value: false },
  })
  await allSettled(rowsPassed, { scope, params: ['e1'] })
  expect(await unread()).toBe(5)
  await allSettled(readRuleChanged, { scope, params: { feedIds: ['1'], rule: null } })
  expect(scope.getState($general).feedReadRules).toEqual({})
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($readRules).get('1')).toBe('leave')
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'general', key: 'feedReadRules', value: { 1: 'never', 2: 0, 3: 10, 4: 'open' } },
  })
  expect([...scope.getState($readRules)]).toEqual([
    ['3', 10],
    ['4', 'open'],
  ])
})

test('rows that are passed and rows under the pointer are marked in one burst', async () => {
  const { scope, unread } = await readerWith('leave')
  await allSettled(rowHovered, { scope, params: 'e4' })
  await allSettled(rowsPassed, { scope, params: ['e0', 'e1'] })
  await allSettled(rowsLeft, { scope, params: ['e0', 'e1'] })
  await unread()
  expect(await unread()).toBe(3)
})
