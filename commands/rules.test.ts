import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { context, registry } from '../src/model/app/index.ts'
import { $screen } from '../src/model/location/index.ts'
import { paletteOpened } from '../src/model/palette/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

async function readerWithRules(...names: readonly string[]) {
  const server = createFakeServer()
  await server.api.actions.put({ rules: names.map((name) => ({ name, condition: [], result: {} })) })
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(paletteOpened, { scope, params: {} })
  const choicesOf = (id: string) => {
    const [rule] = scope.getState(registry.$commands).get(id)?.args ?? []
    return rule?.choices
      ? scope
          .getState(rule.choices)({})
          .map(({ title }) => title)
      : []
  }
  return { ...reader, choicesOf, noRules: () => scope.getState(context.$contextKeys).get('noRules') ?? false }
}

test('rules are chosen by their names once the palette has been open', async () => {
  const { choicesOf, noRules } = await readerWithRules('Quiet', '')
  await expect.poll(() => choicesOf('rules:edit')).toEqual(['Quiet', '#2'])
  expect(noRules()).toBe(false)
})

test('without rules none can be edited, moved, switched or deleted', async () => {
  const { scope, noRules } = await readerWithRules()
  await expect.poll(noRules).toBe(true)
  const declined: string[] = []
  const commands = ['rules:edit', 'rules:toggle', 'rules:move-up', 'rules:move-down', 'rules:delete']
  const stop = createWatch({ unit: registry.commandDeclined, scope, fn: ({ id }) => void declined.push(id) })
  for (const id of commands)
    await allSettled(registry.commandInvoked, {
      scope,
      params: { id, source: 'palette', args: { rule: '0' } },
    })
  stop()
  expect(declined).toEqual(commands)
  expect(scope.getState($screen)).not.toContain('/action')
})
