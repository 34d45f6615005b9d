// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { memoryLocal } from './memory-local.ts'

test('a page under test stores a value and reads it again', async () => {
  const local = memoryLocal()
  await local.call('meta.set', { key: 'a', value: { deep: [1, 'b'] } })
  expect(await local.call('meta.get', 'a')).toEqual({ deep: [1, 'b'] })
  expect(await local.call('user.get')).toBeNull()
  local.close()
})

test('two libraries of one test know nothing of each other', async () => {
  const [one, other] = [memoryLocal(), memoryLocal()]
  await one.call('unread.put', { f1: 3 })
  expect(await one.call('unread.all')).toEqual({ f1: 3 })
  expect(await other.call('unread.all')).toEqual({})
})

test('a failing call returns its error', async () => {
  const local = memoryLocal()
  const failing = local.call('settings.put', {
    tab: 'general',
    payload: {},
    updated: null as unknown as number,
  })
  await expect(failing).rejects.toMatchObject({
    kind: 'local',
    full: false,
    message: expect.stringContaining('settings.updated'),
  })
})
