/** The protocols of OpenAI's speech and of Azure Speech on the loopback: their audio is a text that names what was said. */
import { json, startService, type Service, type ServiceRequest } from '../../../tests/support/service.ts'

export const KEY = 'a-key'
/** Characters of one request to OpenAI's. */
const MAX_INPUT = 60

export const startOpenai = (): Promise<Service> => startService(openai)
export const startAzure = (): Promise<Service> => startService(azure)

const audio = (body: string) => ({ status: 200, headers: { 'content-type': 'audio/mpeg' }, body })

function openai({ path, headers, body }: ServiceRequest) {
  if (headers.authorization !== `Bearer ${KEY}`)
    return json(401, { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error' } })
  if (path !== '/v1/audio/speech') return json(404, { error: { message: 'Unknown request URL.' } })
  const { model, input, voice, response_format: format } = JSON.parse(body) as Record<string, string>
  if (!model || !input || !voice || format !== 'mp3')
    return json(400, { error: { message: 'Invalid request.' } })
  if (input.length > MAX_INPUT)
    return json(400, { error: { message: `String should have at most ${MAX_INPUT} characters` } })
  return audio(`${model} ${voice}: ${input}|`)
}

const VOICES = [
  ['en-US-AndrewMultilingualNeural', 'Andrew Multilingual', 'en-US'],
  ['en-GB-SoniaNeural', 'Sonia', 'en-GB'],
  ['ja-JP-NanamiNeural', '七海', 'ja-JP'],
].map(([ShortName, LocalName, Locale]) => ({
  ShortName,
  LocalName,
  Locale,
  VoiceType: 'Neural',
  Status: 'GA',
}))

function azure({ method, path, headers, body }: ServiceRequest) {
  if (headers['ocp-apim-subscription-key'] !== KEY) return { status: 401 }
  if (path === '/cognitiveservices/voices/list') return json(200, VOICES)
  if (method !== 'POST' || path !== '/cognitiveservices/v1') return { status: 404 }
  if (headers['content-type'] !== 'application/ssml+xml') return { status: 415 }
  const [, voice] = /<voice name="([^"]+)">/.exec(body) ?? []
  const isKnown = VOICES.some(({ ShortName }) => ShortName === voice)
  if (!isKnown || !headers['x-microsoft-outputformat']?.includes('mp3')) return { status: 400 }
  return audio(body)
}
