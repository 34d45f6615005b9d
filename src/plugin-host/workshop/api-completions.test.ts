import { CompletionContext } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { readApi } from '../../tools/plugin-api-members.ts'
import { createRuntime } from '../sandbox/worker/runtime.ts'
import { apiCompletions } from './api-completions.ts'

/** @param code `|` is the cursor */
function completionsAt(code: string) {
  const pos = code.indexOf('|')
  const state = EditorState.create({ doc: code.replace('|', ''), extensions: [javascript()] })
  return apiCompletions(new CompletionContext(state, pos, false))?.options ?? []
}
const namesAt = (code: string) => completionsAt(code).map(({ label }) => label)

test('after the host stands all that a plugin from elsewhere really has, and nothing else', () => {
  let offered: string[] = []
  const listeners: ((event: { data: unknown }) => void)[] = []
  createRuntime({ postMessage: () => {}, addEventListener: (_, listener) => void listeners.push(listener) })({
    start: (host) => void (offered = Object.keys(host)),
  })
  for (const listener of listeners) listener({ data: JSON.stringify({ type: 'start', stores: {} }) })
  const refused = ['translations', 'contentBlocks']
  expect(namesAt('lectern.start({ start(host) { host.| } })').toSorted()).toEqual(
    offered.filter((name) => !refused.includes(name)).toSorted(),
  )
})

test('a completion shows how its source declares it and what it says about it', () => {
  const entries = completionsAt('host.en|').find(({ label }) => label === 'entries')
  expect(entries).toMatchObject({
    type: 'method',
    detail: '(query: string, limit?: number): Promise<readonly FoundEntry[]>',
    info: expect.stringContaining('Needs `entries:read`'),
  })
})

test('stores of the reader, properties of an entry and of what a command gets are completed', () => {
  expect(namesAt('host.reader.|')).toContain('$open')
  expect(namesAt('run: async ({ entry }) => entry.|')).toContain('publishedAt')
  expect(namesAt('run: (context) => context.sel|')).toContain('selection')
})

test('within a command its properties are completed, and within its function they are not', () => {
  expect(namesAt("host.command({ id: 'a:b', ti| })")).toContain('title')
  expect(namesAt('host.command({ run: () => { ti| } })')).toEqual([])
  expect(namesAt('other({ ti| })')).toEqual([])
})

test('a type that the workshop completes and the source no longer declares fails the build', () => {
  expect(Object.values(readApi()).every((members) => members.length > 3)).toBe(true)
})
