import { expect, test } from 'vitest'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { createRemote } from './remote.ts'
import wire, { type Calls } from './wire.ts'

/** A server that answers each call as these say. */
const serverOf = (answers: {
  readonly [N in keyof Calls]?: (input: never, onEvent: (data: string) => void) => unknown
}) =>
  createRemote((async (call: object, input: never, options?: { onEvent?: (data: string) => void }) => {
    const [name] = Object.entries(wire.calls).find(([, one]) => one === call) ?? []
    return answers[name as keyof Calls]?.(input, options?.onEvent ?? (() => {}))
  }) as unknown as ClientHost['wire'])

const { signal } = new AbortController()
const input = { id: '1', language: 'en', signal } as const

test('usage and reports are read, and the parts of a translation are named', async () => {
  const remote = serverOf({
    'ai.usage': () => ({ code: 0, data: { asked: 3, limit: 300, model: 'tiny' } }),
    'ai.daily': ({ view, startDate, language }: Record<string, unknown>) => ({
      code: 0,
      data: `${view} ${startDate} ${language}`,
    }),
    'ai.translation': ({ fields }: Record<string, unknown>) => ({ code: 0, data: { title: fields } }),
  })
  expect(await remote.usage()).toEqual({ requests: 3, limit: 300, model: 'tiny' })
  expect(await remote.daily({ view: 0, startsAt: 5, language: 'en', signal })).toBe('0 5 en')
  expect(await remote.translation({ ...input, parts: ['title', 'content'] })).toEqual({
    title: 'title,content',
  })
})

test('streams are received piece by piece, and one that ends without a text is no answer', async () => {
  const events = [
    '{"type":"text-delta","delta":"Hel"}',
    '{"type":"text-delta","delta":"lo"}',
    '{"type":"data-text","data":"Hello."}',
    '[DONE]',
  ]
  const remote = serverOf({
    'ai.summaryStream': (_, onEvent) => events.forEach(onEvent),
    'ai.chat': (asked, onEvent) => {
      onEvent(JSON.stringify({ type: 'data-context', data: { cutEntryIds: ['2'] } }))
      onEvent(JSON.stringify({ type: 'data-text', data: JSON.stringify(asked) }))
    },
  })
  const pieces: string[] = []
  const summary = () => remote.summary({ ...input, target: 'content', onText: (piece) => pieces.push(piece) })
  expect(await summary()).toBe('Hello.')
  expect(pieces).toEqual(['Hel', 'lo'])
  const cut: unknown[] = []
  const question = [{ role: 'user', content: 'Why?' }] as const
  const answer = await remote.chat({
    messages: question,
    entryIds: ['1', '2'],
    target: 'content',
    signal,
    onText: () => {},
    onCut: (ids) => cut.push(ids),
  })
  expect(JSON.parse(answer)).toEqual({
    messages: question,
    context: { mainEntryId: '1', target: 'content', referEntryIds: ['2'] },
  })
  expect(cut).toEqual([['2']])
  events.splice(1, 3, '{"type":"error","errorText":"Too long."}')
  await expect(summary()).rejects.toMatchObject({
    text: { key: 'answerCut', reason: 'Too long.' },
  })
})
