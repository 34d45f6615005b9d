import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import type { Remote } from './remote.ts'
import { createChat } from './chat.ts'
import { conversationsOf, withConversation } from './conversation.ts'
import { entryOf, fakeHost } from './testing/client-host.ts'

type ChatInput = Parameters<Remote['chat']>[0]

/** A model whose answers the test gives. */
function chatting() {
  const requests: (ChatInput & PromiseWithResolvers<string>)[] = []
  const model = {
    chat: (input: ChatInput) => {
      const answer = Promise.withResolvers<string>()
      input.signal.addEventListener('abort', () => answer.reject(input.signal.reason as Error))
      requests.push({ ...input, ...answer })
      return answer.promise
    },
  }
  const fake = fakeHost(model)
  const chat = createChat(fake.host, fake.remote)
  const scope = fork()
  return {
    ...fake,
    chat,
    scope,
    requests,
    state: () => scope.getState(chat.$chat),
    open: (...ids: string[]) => allSettled(chat.opened, { scope, params: ids }),
    ask: (question: string) => allSettled(chat.questionSubmitted, { scope, params: question }),
  }
}

test('an answer is shown while it is written, and the next question follows it', async () => {
  const { chat, scope, requests, state, opened, open, ask } = chatting()
  const entry = { entry: entryOf('1'), html: '<p>Text</p>', target: 'readabilityContent' } as const
  await allSettled(opened, { scope, params: entry })
  await open('1', '2')
  const first = ask('What rose?')
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]).toMatchObject({
    entryIds: ['1', '2'],
    target: 'readabilityContent',
    messages: [{ role: 'user', content: 'What rose?' }],
  })
  requests[0]?.onCut(['2'])
  requests[0]?.onText('The ')
  requests[0]?.onText('river')
  expect(state().turns).toEqual([
    { question: 'What rose?', answer: 'The river', isComplete: false, cutEntryIds: ['2'] },
  ])
  // One question at a time.
  const early = ask('And?')
  requests[0]?.resolve('The river rose.')
  await Promise.all([first, early])
  expect(requests).toHaveLength(1)
  expect(state()).toMatchObject({ turns: [{ answer: 'The river rose.', isComplete: true }], request: null })

  const second = ask('When?')
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]?.messages.map(({ content }) => content)).toEqual([
    'What rose?',
    'The river rose.',
    'When?',
  ])
  requests[1]?.resolve('At night.')
  await second
  const third = allSettled(chat.repeated, { scope })
  await expect.poll(() => requests.length).toBe(3)
  expect(requests[2]?.messages).toEqual(requests[1]?.messages)
  requests[2]?.resolve('In the night.')
  await third
  expect(state().turns.map(({ answer }) => answer)).toEqual(['The river rose.', 'In the night.'])
})

test('a stopped answer stays as far as it came, and a failed one says why', async () => {
  const { chat, scope, requests, state, open, ask } = chatting()
  await open('1')
  const stopped = ask('What rose?')
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.onText('The river')
  await allSettled(chat.cancelled, { scope })
  await stopped
  expect(state()).toMatchObject({ turns: [{ answer: 'The river', isComplete: false }], error: null })
  const failed = ask('When?')
  await expect.poll(() => requests.length).toBe(2)
  const refusal = new PluginRefusal('errors:15002')
  requests[1]?.reject(refusal)
  await failed
  expect(state()).toMatchObject({ error: refusal, request: null })
})

test('a conversation is there again for its entries only, until it is cleared', async () => {
  const { chat, scope, requests, state, stored, open, ask } = chatting()
  await open('1')
  const closing = ask('What rose?')
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.onText('The river')
  // Closing ends the answer, and what has arrived is stored.
  await allSettled(chat.closed, { scope })
  await closing
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(state()).toMatchObject({ subject: null, turns: [] })
  await open('2')
  expect(state().turns).toEqual([])
  await open('1')
  expect(state().turns).toMatchObject([{ question: 'What rose?', answer: 'The river', isComplete: false }])
  await allSettled(chat.cleared, { scope })
  expect(state().turns).toEqual([])
  expect(stored.value).toEqual([])
})

test('the last fifty conversations are stored, and no more than fit', () => {
  const turn = (answer: string) => ({ question: 'What?', answer, isComplete: true, cutEntryIds: [] })
  let all = conversationsOf('damaged')
  expect(all).toEqual([])
  for (let key = 0; key < 60; key += 1)
    all = withConversation(all, { key: String(key), turns: [turn('Yes.')] })
  expect(all.map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, at) => String(59 - at)))
  all = withConversation(all, { key: '20', turns: Array.from({ length: 30 }, () => turn('No.')) })
  expect(all[0]).toMatchObject({ key: '20', turns: { length: 20 } })
  all = withConversation(all, { key: 'long', turns: [turn('a'.repeat(199_000))] })
  expect(all[0]?.key).toBe('long')
  expect(all.length).toBeLessThan(10)
  expect(conversationsOf(JSON.parse(JSON.stringify(all)))).toEqual(all)
})
