import {
  baseAddress,
  defineServer,
  PluginRefusal,
  required,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import * as usage from './migrations/0001-usage.ts'
import { azureSpeech } from './server/azure.ts'
import { openaiSpeech } from './server/openai.ts'
import type { Access, Audio, ServiceVoice, SpeechService, SpeechRequest } from './server/speech-service.ts'
import { countCharacters, refundCharacters, type UsageTables } from './server/usage.ts'

/** A text of fewer characters is not split: it is not its length that the service refuses. */
const MIN_SPLIT = 40

/**
 * Speaks a text that a service may find too long: in halves, then.
 * @throws PluginRefusal `speech.tooLong`, or of the service
 */
async function spoken(service: SpeechService, request: SpeechRequest): Promise<Audio> {
  const whole = await service.speak(request)
  if (whole) return whole
  const { text } = request
  if (text.length < MIN_SPLIT) throw new PluginRefusal('speech.tooLong')
  const middle = middleOf(text)
  const first = await spoken(service, { ...request, text: text.slice(0, middle) })
  const second = await spoken(service, { ...request, text: text.slice(middle) })
  // MP3 is a row of frames: one row continues another.
  return { bytes: Buffer.concat([first.bytes, second.bytes]), type: first.type }
}

/** Between two words, else between two characters. */
function middleOf(text: string): number {
  const half = Math.floor(text.length / 2)
  const space = text.lastIndexOf(' ', half)
  if (space > 0) return space + 1
  const isPair = /[\uD800-\uDBFF]/.test(text[half - 1] ?? '')
  return isPair ? half + 1 : half
}

/** Bytes: about 20 minutes. */
const CACHED_AUDIO = 8_000_000
/** Lists of voices. */
const CACHED_LISTS = 20

type Service = SpeechService & {
  /** Tells its audio from that of others: what one user's key paid for is that user's. */
  readonly name: string
  /** The administrator pays. */
  readonly isShared: boolean
}

/** Neural voices, by the service that the user or the administrator has set up. */
export default defineServer(
  ({ answer, tables, environment }) => {
    const db = tables<UsageTables>()
    const audio = createBoundedCache<Audio>(CACHED_AUDIO)
    const lists = createBoundedCache<readonly ServiceVoice[]>(CACHED_LISTS)
    const limit = Number(environment['TTS_CHARACTERS_PER_DAY'])

    const serviceOf = (caller: Caller): Service => {
      const { id, settings, secret, fetch } = caller
      const own = String(settings['speechService'])
      const isShared = own !== 'openai' && own !== 'azure'
      if (isShared && environment['TTS_URL'] === '') throw new PluginRefusal('speech.notSetUp')
      const protocol = isShared ? environment['TTS_SERVICE'] : own
      const access: Access = {
        endpoint: endpointOf(settings, isShared ? environment['TTS_URL'] : null, own),
        key: isShared ? String(environment['TTS_API_KEY']) : secret(`${own}SpeechKey`),
        model: String(isShared ? environment['TTS_MODEL'] : settings['openaiSpeechModel']),
        fetch,
      }
      if (!isShared && own === 'azure') required(access.key, 'Azure Speech', 'azureSpeechKey')
      const name = JSON.stringify([isShared ? null : id, protocol, access.endpoint, access.model, access.key])
      if (protocol === 'openai') return { ...openaiSpeech(access), name, isShared }
      return { ...azureSpeech(access, (load) => cachedList(name, load)), name, isShared }
    }
    const cachedList = async (name: string, load: () => Promise<readonly ServiceVoice[]>) => {
      const voices = lists.get(name) ?? (await load())
      lists.set(name, voices, 1)
      return voices
    }

    answer(calls.speak, async ({ text, language, voice }, caller) => {
      const service = serviceOf(caller)
      const key = JSON.stringify([service.name, voice, language, text])
      const cached = audio.get(key)
      if (cached) return outputOf(cached)
      if (service.isShared) await countCharacters(db, caller.id, text.length, limit)
      try {
        const spokenAudio = await spoken(service, { text, language, voice })
        audio.set(key, spokenAudio, spokenAudio.bytes.length)
        return outputOf(spokenAudio)
      } catch (error) {
        if (service.isShared) await refundCharacters(db, caller.id, text.length)
        throw error
      }
    })

    answer(calls.voices, async (_, caller) => ({ voices: [...(await serviceOf(caller).voices())] }))
  },
  { '0001-usage': usage },
)

/** @param shared the administrator's, null for the user's own */
function endpointOf(settings: Caller['settings'], shared: unknown, own: string): string {
  if (shared !== null) return baseAddress(shared)
  if (own === 'openai') return baseAddress(settings['openaiSpeechEndpoint'])
  return baseAddress(required(settings['azureSpeechEndpoint'], 'Azure Speech', 'azureSpeechEndpoint'))
}

const outputOf = ({ bytes, type }: Audio) => ({ audio: Buffer.from(bytes).toString('base64'), type })

/** The most recently used values, up to a total size. */
type BoundedCache<V> = {
  get(key: string): V | undefined
  /** A value that is larger than the whole cache is not stored. */
  set(key: string, value: V, size: number): void
}

function createBoundedCache<V>(limit: number): BoundedCache<V> {
  /** Least recently used first. */
  const stored = new Map<string, { readonly value: V; readonly size: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= stored.get(key)?.size ?? 0
    stored.delete(key)
  }
  return {
    get(key) {
      const found = stored.get(key)
      if (!found) return undefined
      stored.delete(key)
      stored.set(key, found)
      return found.value
    },
    set(key, value, size) {
      remove(key)
      if (size > limit) return
      stored.set(key, { value, size })
      total += size
      for (const oldest of stored.keys()) {
        if (total <= limit) break
        remove(oldest)
      }
    },
  }
}
