import { PluginRefusal } from '../../../src/plugin-api/server.ts'

type Message = {
  readonly id: string
  /** Sent first, as `data-context`. */
  readonly context?: object
  /** Receives the whole text; its result is sent as `data-text`. */
  readonly complete: (text: string) => Promise<string>
}

/** A text as server-sent events in the form of the AI SDK's UI message stream. A failure is sent as an event. */
export async function* messageEvents(
  chunks: AsyncIterable<string>,
  { id, context, complete }: Message,
): AsyncGenerator<string> {
  yield event({ type: 'start', messageId: id })
  if (context) yield event({ type: 'data-context', data: context })
  yield event({ type: 'text-start', id })
  try {
    let text = ''
    for await (const delta of chunks) {
      text += delta
      yield event({ type: 'text-delta', id, delta })
    }
    yield event({ type: 'text-end', id })
    yield event({ type: 'data-text', data: await complete(text) })
    yield event({ type: 'finish' })
  } catch (error) {
    const errorText = (error instanceof PluginRefusal && error.text.reason) || 'The answer broke off.'
    yield event({ type: 'error', errorText })
  }
  yield 'data: [DONE]\n\n'
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
