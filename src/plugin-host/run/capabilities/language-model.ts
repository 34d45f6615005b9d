/** The server's language model for plugins. */
import type { Api } from '../../../api/index.ts'
import { $configs } from '../../../model/session/index.ts'
import type { LanguageModel } from '../../../plugin-api/client.ts'
import { PluginRefusal } from '../../../plugin-api/manifest.ts'
import { rejectAsRefusal } from './reject-as-refusal.ts'

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
  await rejectAsRefusal(send({ signal, onEvent }), signal)
  if (text === null) throw new PluginRefusal('app:plugin.answerCut', {}, reason)
  return text
}

export function createLanguageModel(api: Api['ai']): LanguageModel {
  return {
    $isAvailable: $configs.map((configs) => (configs ? configs.AI_ENABLED === true : null)),
    summary: ({ signal, onText, ...input }) =>
      received((options) => api.summaryStream(input, options), { signal, onText }),
    chat({ messages, entryIds: [mainEntryId, ...referEntryIds], target, ...receivers }) {
      const context = { ...(mainEntryId !== undefined && { mainEntryId }), target, referEntryIds }
      return received((options) => api.chat({ messages: [...messages], context }, options), receivers)
    },
    async translation({ parts, signal, ...input }) {
      const sent = api.translation({ ...input, fields: parts.join(',') }, { signal })
      return (await rejectAsRefusal(sent, signal)).data ?? {}
    },
    async daily({ view, startsAt, language, signal }) {
      const half = { view: view === 0 ? '0' : '1', startDate: String(startsAt), language } as const
      return (await rejectAsRefusal(api.daily(half, { signal }), signal)).data
    },
    async usage() {
      const { asked, limit, model } = (await rejectAsRefusal(api.usage({}))).data
      return { requests: asked, limit, model }
    },
  }
}
