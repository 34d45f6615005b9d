// @vitest-environment happy-dom
import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import { infoNotified, registry } from '../model/app/index.ts'
import { sessionChanged, type Session } from '../model/session/index.ts'
import { startReader, testUser } from '../model/testing.ts'
import { listenForCommands } from './keyboard.ts'

const visitor: Session = { status: 'unauthenticated', user: null }
const READER_KEYS = ['j', 'g', 'd', '?', 'a', 'x']

async function pressAll(session: Session) {
  const { scope, time } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(sessionChanged, { scope, params: session })
  const invoked: string[] = []
  const told: string[] = []
  createWatch({ unit: registry.commandInvoked, scope, fn: ({ id }) => void invoked.push(id) })
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => void told.push(key) })
  const press = listenForCommands(scope, time.clock, () => 'home')
  for (const key of READER_KEYS) press(pressOf(key))
  press(pressOf('k', { ctrlKey: true }))
  return { invoked, told }
}

const pressOf = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, cancelable: true, ...more })

test('a visitor has no keys of the reader and is told of none, but has the palette', async () => {
  const { invoked, told } = await pressAll(visitor)
  expect(invoked).toEqual(['palette:open'])
  expect(told).toEqual([])
})

test('a user has them on the same pages', async () => {
  const { invoked } = await pressAll({ status: 'authenticated', user: testUser('1') })
  expect(invoked).toContain('palette:open')
  expect(invoked.length).toBeGreaterThan(1)
})
