import { CompletionContext } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { readApi } from '../../tools/plugin-api-members.ts'
import { createRuntime } from '../sandbox/worker/runtime.ts'
import { example } from './example.ts'
import { apiCompletions, unknownNames, type Half } from './api-completions.ts'

/** @param code `|` is the cursor */
const stateOf = (doc: string) => EditorState.create({ doc, extensions: [javascript()] })
function completionsAt(code: string, half: Half = 'client') {
  const pos = code.indexOf('|')
  const state = stateOf(code.replace('|', ''))
  return apiCompletions(half)(new CompletionContext(state, pos, false))?.options ?? []
}
const namesAt = (code: string, half?: Half) => completionsAt(code, half).map(({ label }) => label)

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
  expect(Object.values(readApi()).every((members) => members.length > 0)).toBe(true)
})

test('the server half is completed by its own API', () => {
  expect(namesAt('lectern.start({ start(host) { host.| } })', 'server')).toEqual(
    expect.arrayContaining(['answer', 'job', 'action', 'condition', 'log']),
  )
  expect(namesAt('host.answer("save", async (input, caller) => caller.|)', 'server')).toContain('fetch')
  expect(namesAt('host.storage.|')).toEqual(['read', 'write'])
  expect(namesAt('host.theme({ to| })')).toContain('tokens')
})

test.each<[string, Half, readonly string[]]>([
  ['host.comand({ id: "a:b" })', 'client', ['host: comand']],
  ['host.reader.$opened', 'client', ['host.reader: $opened']],
  [
    'host.command({ id: "a:b", titel: "b", run() { return { key: "c" } } })',
    'client',
    ['host.command: titel'],
  ],
  ['host.storage.delete()', 'client', ['host.storage: delete']],
  ['host.entries("is:unread").then((all) => all.length); other.thing({ titel: 1 })', 'client', []],
  ['host.command({ id: "a:b" })', 'server', ['host: command']],
  ['host.action("pick", async ({ entryId }, caller) => caller.entry(entryId))', 'server', []],
])('names that the API does not have are found: %s', (code, half, names) => {
  const found = unknownNames(stateOf(code), half)
  expect(found.map(({ of, name }) => `${of}: ${name}`)).toEqual(names)
  for (const { from, to, name } of found) expect(code.slice(from, to)).toBe(name)
})

test('the example of the workshop has no unknown name', () => {
  expect(unknownNames(stateOf(example.code), 'client')).toEqual([])
})
