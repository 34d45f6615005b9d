import { expect, test } from 'vitest'
import type { Caller } from './server.ts'
import { rememberSent, sentAs } from './sent.ts'

test('a name that is too long is not remembered, and the others stay', async () => {
  const stored = new Map<string, unknown>()
  const values = {
    get: async (name: string) => stored.get(name),
    set: async (name: string, value: unknown) => void stored.set(name, value),
  } as unknown as Caller['values']
  await rememberSent({ values }, 'a', 'page-1')
  await rememberSent({ values }, 'b', 'x'.repeat(65))
  await rememberSent({ values }, 'c', 'page-3')
  expect(await Promise.all(['a', 'b', 'c'].map((id) => sentAs({ values }, id)))).toEqual([
    'page-1',
    null,
    'page-3',
  ])
})
