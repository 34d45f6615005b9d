/** The conversation that is open: one question at a time, whose answer is received piece by piece. */
import { createEffect, createEvent, createStore, merge, sample, scopeBind } from 'effector'
import type { ClientHost, ContentTarget } from '../../src/plugin-api/client.ts'
import type { Remote } from './remote.ts'
import { conversationsOf, keyOf, messagesOf, withConversation, type Turn } from './conversation.ts'

/** What a conversation is about. */
export type Subject = { readonly entryIds: readonly string[]; readonly target: ContentTarget }
type Conversed = { readonly subject: Subject; readonly turns: readonly Turn[] }
/** The last of the turns is to be answered. */
type AnswerRequest = Conversed & { readonly controller: AbortController }
export type Chat = {
  /** null while none is open. */
  readonly subject: Subject | null
  readonly turns: readonly Turn[]
  /** The last turn is being answered. */
  readonly request: AnswerRequest | null
  /** Why the last answer failed; null unless it did. */
  readonly error: unknown
}

const noChat: Chat = { subject: null, turns: [], request: null, error: null }

export function createChat({ storage, reader }: ClientHost, remote: Remote) {
  const opened = createEvent<readonly string[]>()
  const closed = createEvent()
  const questionSubmitted = createEvent<string>()
  /** The last question is to be answered again. */
  const repeated = createEvent()
  const cancelled = createEvent()
  const cleared = createEvent()
  const turnChanged = createEvent<{ readonly request: AnswerRequest; readonly turn: Turn }>()
  const running = new Set<AbortController>()

  const readFx = createEffect(async ({ entryIds }: Subject): Promise<readonly Turn[]> => {
    const key = keyOf(entryIds)
    return conversationsOf(await storage.read()).find((one) => one.key === key)?.turns ?? []
  })
  /** Reads first: other tabs write, too. */
  const writeFx = createEffect(async ({ subject, turns }: Conversed) => {
    const stored = conversationsOf(await storage.read())
    await storage.write(withConversation(stored, { key: keyOf(subject.entryIds), turns }))
  })
  /** @returns the answered turn, and why it failed; an aborted one has not failed */
  const answerFx = createEffect(async (request: AnswerRequest) => {
    const { subject, turns, controller } = request
    // Bound before the first await, which leaves the scope.
    const changed = scopeBind(turnChanged, { safe: true })
    let turn = turns.at(-1) as Turn
    const change = (part: Partial<Turn>) => changed({ request, turn: (turn = { ...turn, ...part }) })
    running.add(controller)
    try {
      const answer = await remote.chat({
        ...subject,
        messages: messagesOf(turns),
        signal: controller.signal,
        onText: (piece) => change({ answer: turn.answer + piece }),
        onCut: (cutEntryIds) => change({ cutEntryIds }),
      })
      return { turn: { ...turn, answer, isComplete: true }, error: null }
    } catch (error) {
      return { turn, error: controller.signal.aborted ? null : error }
    } finally {
      running.delete(controller)
    }
  })

  const $chat = createStore<Chat>(noChat, { serialize: 'ignore' })
  const subjectOpened = sample({
    clock: opened,
    source: reader.$open,
    fn: (open, entryIds): Subject => ({
      entryIds,
      target: open && open.entry.id === entryIds[0] ? open.target : 'content',
    }),
  })
  const requested = sample({
    clock: merge([questionSubmitted, repeated.map(() => null)]),
    source: $chat,
    filter: ({ subject, turns, request }, question) =>
      subject !== null && request === null && (question !== null || turns.length > 0),
    fn: ({ subject, turns }, question): AnswerRequest => ({
      subject: subject as Subject,
      turns:
        question === null
          ? withLast(turns, turnOf((turns.at(-1) as Turn).question))
          : [...turns, turnOf(question)],
      controller: new AbortController(),
    }),
  })
  $chat
    .on(subjectOpened, (_, subject) => ({ ...noChat, subject }))
    .on(readFx.done, (chat, { params, result }) =>
      chat.subject === params && chat.turns.length === 0 ? { ...chat, turns: result } : chat,
    )
    .on(requested, (chat, request) => ({ ...chat, turns: request.turns, request, error: null }))
    .on(turnChanged, (chat, { request, turn }) =>
      chat.request === request ? { ...chat, turns: withLast(chat.turns, turn) } : chat,
    )
    .on(answerFx.done, (chat, { params, result: { turn, error } }) =>
      chat.request === params ? { ...chat, turns: withLast(chat.turns, turn), request: null, error } : chat,
    )
    .on(cleared, ({ subject }) => ({ ...noChat, subject }))
    .reset(closed)

  sample({ clock: subjectOpened, target: readFx })
  sample({ clock: requested, target: answerFx })
  sample({
    clock: answerFx.done,
    fn: ({ params: { subject, turns }, result }) => ({ subject, turns: withLast(turns, result.turn) }),
    target: writeFx,
  })
  sample({
    clock: sample({ clock: cleared, source: $chat }).filterMap(({ subject }) => subject ?? undefined),
    fn: (subject): Conversed => ({ subject, turns: [] }),
    target: writeFx,
  })
  const stop = () => running.forEach((controller) => controller.abort())
  sample({ clock: [cancelled, closed], target: createEffect(stop) })
  return {
    $chat,
    opened,
    closed,
    questionSubmitted,
    repeated,
    cancelled,
    cleared,
    serverResponded: answerFx.done,
    stop,
  }
}
export type ChatModel = ReturnType<typeof createChat>

const withLast = (turns: readonly Turn[], turn: Turn): readonly Turn[] => [...turns.slice(0, -1), turn]
const turnOf = (question: string): Turn => ({ question, answer: '', isComplete: false, cutEntryIds: [] })
