/** A conversation about entries, and those that are stored in this browser. */
import type { ChatMessage } from './remote.ts'
import { z } from '../../src/plugin-api/manifest.ts'

const turn = z.object({
  question: z.string(),
  /** Markdown; empty while nothing of it has arrived. */
  answer: z.string(),
  /** It was not stopped, and did not break off. */
  isComplete: z.boolean(),
  /** Entries whose end the model did not read. */
  cutEntryIds: z.array(z.string()).readonly(),
})
const conversation = z.object({
  /** Of its entries, see `keyOf`. */
  key: z.string(),
  turns: z.array(turn).readonly(),
})
const stored = z.array(conversation).readonly()

export type Turn = z.output<typeof turn>
export type Conversation = z.output<typeof conversation>

/** Conversations that are stored: the last ones. */
const CONVERSATIONS = 50
/** The last turns of one, which are also what the model receives. */
const TURNS = 20
/** Characters of JSON, within what a plugin may store. */
const CHARACTERS = 200_000

export const keyOf = (entryIds: readonly string[]): string => entryIds.toSorted().join(' ')

/** @param value as it was stored; what cannot be read is none */
export const conversationsOf = (value: unknown): readonly Conversation[] => stored.safeParse(value).data ?? []

/**
 * The stored conversations with this one as the newest; without turns it is removed. The oldest ones go first where there is
 * no room.
 */
export function withConversation(
  conversations: readonly Conversation[],
  { key, turns }: Conversation,
): readonly Conversation[] {
  const others = conversations.filter((one) => one.key !== key)
  const all = turns.length > 0 ? [{ key, turns: turns.slice(-TURNS) }, ...others] : others
  let room = CHARACTERS
  return all.slice(0, CONVERSATIONS).filter((one) => (room -= JSON.stringify(one).length) >= 0)
}

/** What the model receives. Questions without an answer are left out, except for the last one. */
export const messagesOf = (turns: readonly Turn[]): readonly ChatMessage[] =>
  turns.slice(-TURNS).flatMap(({ question, answer }, at, { length }): readonly ChatMessage[] => {
    const message = { role: 'user', content: question } as const
    if (at === length - 1) return [message]
    return answer === '' ? [] : [message, { role: 'assistant', content: answer }]
  })
