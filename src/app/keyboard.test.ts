// @vitest-environment happy-dom
import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import { rowOf, unloadedCommand, type Command } from '../core/index.ts'
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
  const notices: string[] = []
  createWatch({ unit: registry.commandInvoked, scope, fn: ({ id }) => void invoked.push(id) })
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => void notices.push(key) })
  const press = listenForCommands(scope, time.clock, () => 'home')
  for (const key of READER_KEYS) press(pressOf(key))
  press(pressOf('k', { ctrlKey: true }))
  return { invoked, notices }
}

const pressOf = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, cancelable: true, ...more })

test('a visitor has no keys of the reader and is told of none, but has the palette', async () => {
  const { invoked, notices } = await pressAll(visitor)
  expect(invoked).toEqual(['palette:open'])
  expect(notices).toEqual([])
})

test('a user has them on the same pages', async () => {
  const { invoked } = await pressAll({ status: 'authenticated', user: testUser('1') })
  expect(invoked).toContain('palette:open')
  expect(invoked.length).toBeGreaterThan(1)
})

test('the keys that follow one whose code is loading wait, and then reach what it has opened', async () => {
  const { scope, time } = await startReader()
  const code = Promise.withResolvers<readonly Command[]>()
  const ran: string[] = []
  const command = (id: string, keys: string): Command => ({
    id,
    group: 'test',
    title: id,
    kind: 'view',
    bindings: [{ keys }],
    run: () => void ran.push(id),
  })
  const [opening, other] = [command('test:open', 'z'), command('test:other', 'n')]
  const row = unloadedCommand(rowOf(opening), () => code.promise)
  await allSettled(registry.registered, { scope, params: [row, other] })
  listenForCommands(scope, time.clock, () => 'home')
  const field = document.body.appendChild(document.createElement('input'))
  const press = (key: string) =>
    (document.activeElement ?? document.body).dispatchEvent(pressOf(key, { bubbles: true }))
  const received: string[] = []
  field.addEventListener('keydown', ({ key }) => received.push(key))

  press('z')
  press('n')
  press('o')
  expect(ran).toEqual([])
  code.resolve([{ ...opening, run: () => (ran.push('test:open'), field.focus()) }])
  await expect.poll(() => received).toEqual(['n', 'o'])
  expect(ran).toEqual(['test:open'])
  field.blur()
  press('n')
  expect(ran).toEqual(['test:open', 'test:other'])
  field.remove()
})
