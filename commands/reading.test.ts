import { allSettled, createWatch, fork, type Effect } from 'effector'
import { expect, test } from 'vitest'
import type { CommandCall, CommandResult } from '../src/core/index.ts'
import { $location, $services, timelineRefetched, type Services } from '../src/model/index.ts'
import { home } from '../src/model/location/index.ts'
import { readingCommands } from './reading.ts'

const command = (id: string) => readingCommands.find((one) => one.id === id)
const call: CommandCall = { args: { entries: ['7'] }, count: 1, source: 'test', group: 'g' }

test('an entry of an inbox is deleted on the server and here, and the list is read again', async () => {
  const calls: unknown[] = []
  const services = {
    api: { entries: { inboxDelete: async (input: unknown) => void calls.push(input) } },
    local: { call: async (...input: unknown[]) => void calls.push(input) },
  } as unknown as Services
  const scope = fork({
    values: [
      [$services, services],
      [$location, { ...home, source: { kind: 'inbox', id: 'letters' }, entryId: '7' }],
    ],
  })
  let refetched = 0
  createWatch({ unit: timelineRefetched, scope, fn: () => (refetched += 1) })
  const run = command('entry:delete')?.run as Effect<CommandCall, CommandResult>
  const { value } = await allSettled(run, { scope, params: call })
  expect(calls.slice(0, 2)).toEqual([{ entryId: '7' }, ['entries.remove', ['7']]])
  expect(scope.getState($location).entryId).toBeNull()
  expect(refetched).toBe(1)
  expect(value).toMatchObject({ status: 'done' })
})

test('deletion is confirmed first, and only in an inbox', () => {
  expect(command('entry:delete')).toMatchObject({ confirmAbove: 0, needs: 'inbox && online' })
})
