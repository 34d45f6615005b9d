/** A service that speaks, and what it may answer. */
import {
  PluginRefusal,
  refusalOf,
  type Caller,
  type OutboundResponse,
  type z,
} from '../../../src/plugin-api/server.ts'
import { audioType } from '../contract.ts'

export type SpeechRequest = {
  readonly text: string
  readonly language: string | undefined
  readonly voice: string
}
export type Audio = { readonly bytes: Uint8Array; readonly type: string }
export type ServiceVoice = { readonly name: string; readonly title: string; readonly lang: string }

/** How a service is reached. */
export type Access = {
  /** Without a slash at its end. */
  readonly endpoint: string
  /** Empty: none is needed. */
  readonly key: string
  /** Of the OpenAI protocol. */
  readonly model: string
  readonly fetch: Caller['fetch']
}

export type SpeechService = {
  /** @returns null where the text is too long for the service. @throws PluginRefusal */
  speak(request: SpeechRequest): Promise<Audio | null>
  /** @throws PluginRefusal */
  voices(): Promise<readonly ServiceVoice[]>
}

/** @returns the audio of a response; null where the service finds the text too long. @throws PluginRefusal */
export function audioOf(reply: OutboundResponse, service: string): Audio | null {
  if (isTooLong(reply)) return null
  if (reply.status !== 200) throw speechRefusal(reply, service)
  const type = reply.headers['content-type']?.split(';')[0]?.trim() ?? ''
  if (!audioType.test(type) || reply.bytes.length === 0)
    throw new PluginRefusal('speech.unreadable', { service })
  return { bytes: reply.bytes, type }
}

/** @throws PluginRefusal for a response that is no success, or does not fit the schema */
export function listOf<T extends z.ZodType>(
  reply: OutboundResponse,
  schema: T,
  service: string,
): z.output<T> {
  if (reply.status !== 200) throw speechRefusal(reply, service)
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(reply.bytes)))
  } catch {
    throw new PluginRefusal('speech.unreadable', { service })
  }
}

/** The host's messages are about saving entries: the same ones in words about speech. */
function speechRefusal(reply: OutboundResponse, service: string): PluginRefusal {
  const { key, values } = refusalOf(reply, service).text
  return new PluginRefusal(key.replace('outside.', 'speech.'), values)
}

const isTooLong = ({ status, text }: OutboundResponse): boolean =>
  status === 413 ||
  ((status === 400 || status === 422) &&
    /too[ _]long|at most \d+ characters|maximum.{0,20}length/i.test(text))
