import { expect, test } from 'vitest'
import { commandDetail } from './use-command-rows.ts'

test('a command names its group where the heading above it does not', () => {
  expect(commandDetail([undefined], 'Everywhere', 'recent')).toBe('Everywhere')
  expect(commandDetail(['st', 'Shelf'], 'Entry', 'commands')).toBe('st · Shelf · Entry')
  expect(commandDetail([undefined], 'Everywhere', 'group Everywhere')).toBeUndefined()
  expect(commandDetail(['st'], 'Entry', 'group Entry')).toBe('st')
  expect(commandDetail([undefined], 'Entry', 'here')).toBeUndefined()
})
