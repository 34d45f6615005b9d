/** The calls of wire.ts, as the browser half uses them. */
import {
  PluginRefusal,
  type ClientHost,
  type ContentTarget,
  type TranslatedPart,
} from '../../src/plugin-api/client.ts'
import type { PluginText } from '../../src/plugin-api/manifest.ts'
import wire, { type AiLanguage } from './wire.ts'

const { calls } = wire

/** The first message and the last one are of the user. */
export type ChatMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

/** What the server makes by its model. Every call throws a PluginRefusal, also where there is no model. An aborted one throws the abort. */
export type Remote = {
  /**
   * @param input.onText receives the summary piece by piece
   * @returns a few sentences; empty for a text that is too short
   */
  summary(input: {
    readonly id: string
    readonly language: AiLanguage
    readonly target: ContentTarget
    readonly signal: AbortSignal
    readonly onText: (piece: string) => void
  }): Promise<string>
  /** @returns the parts that the entry has; `content` and `readabilityContent` are markup */
  translation(input: {
    readonly id: string
    readonly language: AiLanguage
    readonly parts: readonly TranslatedPart[]
    readonly signal: AbortSignal
  }): Promise<{ readonly [Part in TranslatedPart]?: string }>
  /**
   * The report on twelve hours of a view, articles or social media.
   * @param input.startsAt ms
   * @returns Markdown, whose links to entries are their ids; empty where nothing happened
   */
  daily(input: {
    readonly view: 0 | 1
    readonly startsAt: number
    readonly language: AiLanguage
    readonly signal: AbortSignal
  }): Promise<string>
  /**
   * Continues a conversation about entries.
   * @param input.entryIds the first one is read in the text that `target` names, of the others the model reads less; at most 20
   * @param input.onText receives the answer piece by piece
   * @param input.onCut receives the entries whose end the model does not read, before the first piece
   * @returns the whole answer, in Markdown
   */
  chat(input: {
    readonly messages: readonly ChatMessage[]
    readonly entryIds: readonly string[]
    readonly target: ContentTarget
    readonly signal: AbortSignal
    readonly onText: (piece: string) => void
    readonly onCut: (entryIds: readonly string[]) => void
  }): Promise<string>
  /** The user's requests of today, how many a day has (0: any number), and the name of the model. */
  usage(): Promise<{ readonly requests: number; readonly limit: number; readonly model: string }>
}

/** Why a call failed, in words that are translated. */
export const failureText = (error: unknown): PluginText =>
  error instanceof PluginRefusal
    ? error.text
    : { key: 'failed', reason: error instanceof Error ? error.message : String(error) }

/** An event of the AI SDK's UI message stream; the others carry no text. */
type MessageEvent =
  | { readonly type: 'data-context'; readonly data: { readonly cutEntryIds: readonly string[] } }
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'data-text'; readonly data: string }
  | { readonly type: 'error'; readonly errorText: string }

const END = '[DONE]'

type Streamed = { readonly signal: AbortSignal; readonly onEvent: (data: string) => void }
type Receivers = {
  readonly signal: AbortSignal
  readonly onText: (piece: string) => void
  readonly onCut?: (entryIds: readonly string[]) => void
}

/** @returns the complete text. @throws PluginRefusal also where the stream ends without one */
async function received(
  send: (options: Streamed) => Promise<unknown>,
  { signal, onText, onCut }: Receivers,
): Promise<string> {
  let text: string | null = null
  let reason: string | undefined
  const onEvent = (data: string) => {
    if (data === END) return
    const event = JSON.parse(data) as MessageEvent
    if (event.type === 'data-context') onCut?.(event.data.cutEntryIds)
    if (event.type === 'text-delta') onText(event.delta)
    if (event.type === 'data-text') text = event.data
    if (event.type === 'error') reason = event.errorText
  }
  await send({ signal, onEvent })
  if (text === null) throw new PluginRefusal('answerCut', {}, reason)
  return text
}

export function createRemote(send: ClientHost['wire']): Remote {
  return {
    summary: ({ signal, onText, ...input }) =>
      received((options) => send(calls['ai.summaryStream'], input, options), { signal, onText }),
    chat({ messages, entryIds: [mainEntryId, ...referEntryIds], target, ...receivers }) {
      const context = { ...(mainEntryId !== undefined && { mainEntryId }), target, referEntryIds }
      const input = { messages: [...messages], context }
      return received((options) => send(calls['ai.chat'], input, options), receivers)
    },
    async translation({ parts, signal, ...input }) {
      const sent = send(calls['ai.translation'], { ...input, fields: parts.join(',') }, { signal })
      return (await sent).data ?? {}
    },
    async daily({ view, startsAt, language, signal }) {
      const half = { view: view === 0 ? '0' : '1', startDate: String(startsAt), language } as const
      return (await send(calls['ai.daily'], half, { signal })).data
    },
    async usage() {
      const { asked, limit, model } = (await send(calls['ai.usage'], {})).data
      return { requests: asked, limit, model }
    },
  }
}
