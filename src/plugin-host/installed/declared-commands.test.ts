import { expect, test } from 'vitest'
import { commandsBeside } from './declared-commands.tsx'

test('a newer version adds a command, drops one, and needs another scope for a third', () => {
  const before = [
    { id: 'guest:stay', scope: 'read' },
    { id: 'guest:leave', scope: 'save' },
    { id: 'guest:send', scope: 'save' },
  ] as const
  const after = [
    { id: 'guest:send', scope: 'read' },
    { id: 'guest:stay', scope: 'read' },
    { id: 'guest:come', scope: 'manage' },
  ] as const
  expect(commandsBeside(after, before)).toEqual([after[0], after[2]])
  expect(commandsBeside(before, after)).toEqual([before[1], before[2]])
})
