import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'
import { cardOf } from './server.ts'

type Action = {
  readonly action: string
  readonly key?: string
  readonly params: Readonly<Record<string, unknown>>
}
type Note = { readonly deckName: string; readonly fields: Readonly<Record<string, string>> }

let service: Service
let plugin: PluginServer
/** Fronts of the notes that Anki has. */
const fronts = new Set<string>()
const actions: Action[] = []
let models: Readonly<Record<string, readonly string[]>> = { Basic: ['Vorderseite', 'Rückseite'] }

function answer({ action, params }: Action): { result: unknown; error: string | null } {
  if (action === 'modelFieldNames') {
    const fields = models[params['modelName'] as string]
    return fields ? { result: fields, error: null } : { result: null, error: 'model was not found: x' }
  }
  if (action === 'createDeck') return { result: 1, error: null }
  if (action === 'multi')
    return { result: (params['actions'] as readonly Action[]).map((one) => answer(one)), error: null }
  const { fields } = params['note'] as Note
  const front = fields['Vorderseite'] ?? ''
  if (fronts.has(front)) return { result: null, error: 'cannot create note because it is a duplicate' }
  if (front.includes('odd')) return { result: null, error: 'deck was not found: Lectern' }
  fronts.add(front)
  return { result: fronts.size, error: null }
}

beforeAll(async () => {
  service = await startService(({ body }) => {
    const action = JSON.parse(body) as Action
    actions.push(action)
    if (action.key !== 'a-key') return json(200, { result: null, error: 'valid api key must be provided' })
    return json(200, answer(action))
  })
  plugin = await startPluginServer('anki')
  await plugin.set({
    values: { enableAnki: true, ankiEndpoint: service.url },
    secrets: { ankiKey: 'a-key' },
  })
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})
beforeEach(() => void (actions.length = 0))

const highlight = (more: object) =>
  plugin.user.request('/highlights', {
    method: 'POST',
    body: { entryId: plugin.entryId, createdAt: '2026-01-01T00:00:00Z', ...more },
  })
const quoted = (exact: string, note?: string) =>
  highlight({ quote: { exact, prefix: '', suffix: '' }, ...(note && { note }) })
const send = () => plugin.call('highlights', {})

test('without highlights nothing is sent, and the connection is tried by a command', async () => {
  expect(await send()).toEqual({ ok: true, output: { key: 'none' } })
  expect(actions).toEqual([])
  expect(await plugin.call('check', {})).toEqual({ ok: true, output: { key: 'connected' } })
})

test('each passage is a card once, in the fields that the language of Anki has, and notes on entries are none', async () => {
  await quoted('Tea < coffee', 'Why?')
  await highlight({ note: 'On the whole.' })
  expect(await send()).toEqual({ ok: true, output: { key: 'made', values: { count: 1 } } })
  expect(actions.map(({ action }) => action)).toEqual(['modelFieldNames', 'createDeck', 'multi'])
  const [sent] = actions.at(-1)!.params['actions'] as readonly Action[]
  expect(sent?.params['note']).toMatchObject({
    deckName: 'Lectern',
    modelName: 'Basic',
    fields: {
      Vorderseite: 'Tea &lt; coffee',
      Rückseite: 'Why?<br><br><a href="https://example.org/a">A title</a>',
    },
    options: { allowDuplicate: false },
  })
  expect(await send()).toEqual({ ok: true, output: { key: 'none' } })
})

test('the labels of the entry are tags of the card', async () => {
  await plugin.label('work and play')
  await quoted('With labels')
  await send()
  const [sent] = actions.at(-1)!.params['actions'] as readonly Action[]
  expect(sent?.params['note']).toMatchObject({ tags: ['lectern', 'work-and-play'] })
})

test('a new highlight becomes a card by itself, once the user wants it', async () => {
  await quoted('Before')
  await plugin.runJobs()
  expect(actions).toEqual([])
  await plugin.set({ values: { sendNewHighlights: true } })
  await quoted('After')
  await plugin.runJobs()
  expect([...fronts]).toContain('After')
  await plugin.set({ values: { sendNewHighlights: false } })
})

test('what Anki says is wrong is shown in words', async () => {
  await quoted('An odd one')
  const refused = { key: 'refused', values: { reason: 'deck was not found: Lectern' } }
  expect(await send()).toEqual({ ok: false, words: refused })
  models = { Basic: ['One'] }
  expect(await plugin.call('check', {})).toEqual({
    ok: false,
    words: { key: 'noFields', values: { model: 'Basic' } },
  })
  await plugin.set({ secrets: { ankiKey: 'wrong' } })
  const notAccepted = { key: 'outside.notAccepted', values: { service: 'Anki' } }
  expect(await plugin.call('check', {})).toEqual({ ok: false, words: notAccepted })
})

test.each(refusals('Anki'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.call('check', {})).toEqual({ ok: false, words })
})

test('an entry without a web address is named without a link, and nothing of a text is markup', () => {
  const entry = { title: '<b>T</b>', url: 'javascript:alert(1)' }
  const card = cardOf({ quote: { exact: 'a\n<i>b</i>' }, note: null, entry } as never)
  expect(card).toEqual(['a<br>&lt;i&gt;b&lt;/i&gt;', '&lt;b&gt;T&lt;/b&gt;'])
})
