import { expect, test } from 'vitest'
import { setup } from '../../sandbox/sandboxed-client.ts'
import { createRuntime } from '../../sandbox/worker/runtime.ts'
import { example } from '../draft.ts'
import { createTypeService } from './language-service.ts'
import type { Half } from './type-service.ts'

const service = createTypeService()

/** A draft whose `start` has this in its body. */
const draft = (body: string) => `lectern.start({ start(host) { ${body} } })`

/** Each problem with the text that it underlines. */
const problemsOf = (code: string, half: Half = 'client') =>
  service.problems(half, code).map(({ from, to, message }) => [code.slice(from, to), message])

/** @param code `|` is the cursor */
const completionsAt = (code: string, half: Half = 'client') =>
  service.completions(half, code.replace('|', ''), code.indexOf('|')) ?? []
const namesAt = (code: string, half?: Half) => completionsAt(code, half).map(({ name }) => name)

test.each<readonly [Half, string]>([
  ['client', example.code],
  ['client', draft("host.entries('is:unread').then((found) => found.length)")],
  [
    'client',
    draft("host.command({ id: 'a:b', title: 'b', run: ({ entry }) => ({ key: entry?.title ?? '' }) })"),
  ],
  ['client', draft("host.theme({ id: 'a', title: 'a', mode: 'dark', tokens: { ink: '#fff' } })")],
  [
    'client',
    'const { createStore } = lectern.effector\nconst name = createStore(0)\nname.map((one) => one + 1)',
  ],
  [
    'client',
    'const known = []\nconst cache = {}\nknown.push(1)\ncache.a = known\nsetTimeout(() => known, 10)',
  ],
  ['client', draft("host.call({ name: 'reach', output: { parse: (value) => value } })({ url: '' })")],
  [
    'server',
    draft(
      "host.action('pick', async ({ entryId }, { entry }) => ({ read: (await entry(entryId)).feed.id !== '' }))",
    ),
  ],
  ['server', draft("host.answer('reach', async ({ url }, caller) => (await caller.fetch(url)).json())")],
  [
    'server',
    draft(
      "host.answer('save', async ({ entryId }, { entry, fetch, settings }) => { const { entry: { url } } = await entry(entryId); const reply = await fetch(lectern.saving.baseAddress(settings.address), { method: 'POST', body: lectern.form({ url: url ?? '' }), idempotent: true }); const body = lectern.saving.bodyOf(lectern.saving.succeeded(reply, 'Shelf'), 'Shelf', ({ url }) => typeof url === 'string'); return typeof body.url === 'string' ? { url: body.url } : lectern.refuse('full') })",
    ),
  ],
  ['server', draft("host.answer('save', async ({ selection = '' }) => ({ url: selection.trim() }))")],
])('a draft of the %s half that is right has no problem: %s', (half, code) => {
  expect(problemsOf(code, half)).toEqual([])
})

test.each<readonly [Half, string, string, string]>([
  [
    'client',
    draft("host.command({ id: 'a:b', title: 1, run() {} })"),
    'title',
    "Type 'number' is not assignable to type 'string'.",
  ],
  ['client', draft('host.markRead("a", true)'), '"a"', "Argument of type 'string' is not assignable"],
  [
    'client',
    draft("host.command({ id: 'a:b', title: 'b' })"),
    "{ id: 'a:b', title: 'b' }",
    "Property 'run' is missing",
  ],
  [
    'client',
    draft('host.comand({})'),
    'comand',
    "Property 'comand' does not exist on type 'SandboxClientHost'. Did you mean 'command'?",
  ],
  ['client', draft('host.reader.$opened'), '$opened', "Property '$opened' does not exist"],
  [
    'client',
    draft("host.command({ id: 'a:b', title: 'b', run: ({ entry }) => ({ key: entry.id }) })"),
    'entry',
    "'entry' is possibly 'null'.",
  ],
  [
    'client',
    draft("host.command({ id: 'a:b', titel: 'b', title: 'b', run() {} })"),
    'titel',
    "'titel' does not exist",
  ],
  ['client', draft('host.entryPanel({ load: () => null })'), 'load', "'load' does not exist"],
  ['client', draft('fetch("/")'), 'fetch', "Cannot find name 'fetch'."],
  ['client', draft('document.title'), 'document', "Cannot find name 'document'"],
  ['client', 'const one = ', '', 'Expression expected.'],
  [
    'server',
    draft("host.command({ id: 'a:b' })"),
    'command',
    "'command' does not exist on type 'SandboxServerHost'",
  ],
  ['server', draft('host.tables()'), 'tables', "'tables' does not exist"],
  ['server', draft('setTimeout(() => {}, 1)'), 'setTimeout', "Cannot find name 'setTimeout'"],
  ['server', draft("host.job('tidy', async ({ mail }) => {})"), 'mail', "Property 'mail' does not exist"],
])('a mistake in the %s half is found where it stands: %s', (half, code, text, message) => {
  expect(problemsOf(code, half)).toEqual([[text, expect.stringContaining(message)]])
})

test('after the host stands all that a plugin from elsewhere really has, and nothing else', async () => {
  let offered: string[] = []
  const listeners: ((event: { data: unknown }) => void)[] = []
  createRuntime({ postMessage: () => {}, addEventListener: (_, listener) => void listeners.push(listener) })({
    start: (host) => void (offered = Object.keys(host)),
  })
  for (const listener of listeners) listener({ data: JSON.stringify({ t: 'q', m: 'start', a: [setup] }) })
  await expect.poll(() => offered).not.toEqual([])
  const refused = ['translations', 'contentBlocks']
  expect(namesAt(draft('host.|')).toSorted()).toEqual(
    offered.filter((name) => !refused.includes(name)).toSorted(),
  )
})

test('a completion has its type, and what the source says about it', () => {
  expect(completionsAt(draft('host.reader.|'))).toEqual([
    expect.objectContaining({
      name: '$language',
      details: { type: ': Store<string>', text: expect.stringContaining('en, ja') },
    }),
    expect.objectContaining({
      name: '$listed',
      details: expect.objectContaining({ type: ': Store<readonly EntryHead[]>' }),
    }),
    expect.objectContaining({
      name: '$open',
      details: expect.objectContaining({ type: ': Store<OpenEntry | null>' }),
    }),
    expect.objectContaining({ name: '$view', details: expect.objectContaining({ type: ': Store<View>' }) }),
  ])
  expect(completionsAt(draft('host.en|'))).toContainEqual(
    expect.objectContaining({
      name: 'entries',
      kind: 'method',
      details: {
        type: '(query: string, limit?: number): Promise<readonly FoundEntry[]>',
        text: expect.stringContaining('Needs `entries:read`.\n@param limit 1 to 100; 20 when absent'),
      },
    }),
  )
})

test('properties of arguments, texts that are permitted, and what a command is given are completed', () => {
  expect(namesAt(draft("host.command({ id: 'a:b', ti| })"))).toContain('title')
  expect(namesAt(draft("host.command({ id: 'a:b', kind: '|' })"))).toEqual(['change', 'view', 'dialog'])
  expect(namesAt(draft("host.command({ needs: 'entry', run: ({ entry }) => entry.| })"))).toContain(
    'publishedAt',
  )
  expect(namesAt(draft("host.answer('go', async (input, caller) => caller.|)"), 'server')).toEqual([
    'accessToken',
    'entry',
    'fetch',
    'highlights',
    'history',
    'secret',
    'settings',
    'values',
  ])
})

test('a name of a long list has its type when it is chosen', () => {
  const code = draft('hos')
  const position = code.lastIndexOf('hos') + 3
  const host = service.completions('client', code, position)?.find(({ name }) => name === 'host')
  expect(host).toEqual(expect.not.objectContaining({ details: expect.anything() }))
  expect(service.details('client', code, position, 'host')?.type).toBe(': SandboxClientHost')
})

test('a name in the text is explained', () => {
  const code = draft("host.contentOf('')")
  const from = code.indexOf('contentOf')
  expect(service.explanation('client', code, from + 2)).toEqual({
    from,
    to: from + 'contentOf'.length,
    type: '(method) contentOf(entryId: string): Promise<string | null>',
    text: expect.stringContaining('The content of any entry'),
  })
  expect(service.explanation('client', code, code.length)).toBeNull()
})

test('problems are described in the language of the interface', async () => {
  const { default: messages } = await import('typescript-js/lib/ja/diagnosticMessages.generated.json')
  const [problem] = createTypeService(messages).problems('client', draft('host.markRead([], 1)'))
  expect(problem?.message).toBe(
    "型 'number' の引数を型 'boolean' のパラメーターに割り当てることはできません。",
  )
})
