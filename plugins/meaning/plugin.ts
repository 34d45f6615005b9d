import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'

/** How the endpoint is spoken to: `/v1/embeddings` of OpenAI and what is compatible with it, or `/api/embed` of Ollama. */
const protocol = z.enum(['openai', 'ollama']).default('openai')

export default definePlugin({
  id: 'meaning',
  version: '1.0.0',
  api: '1.25',
  enabledBy: 'enableMeaning',
  icon: 'search',
  settings: z.object({
    enableMeaning: z.boolean().default(false),
    meaningEndpoint: addressOrEmpty,
    meaningProtocol: protocol,
    meaningModel: z.string().trim().max(200).default(''),
    meaningOf: z.enum(['recent', 'kept', 'all']).default('recent'),
    dailyEntries: z.number().int().min(0).max(20_000).default(500),
    pricePerMillion: z.number().min(0).max(1000).default(0),
  }),
  secrets: ['meaningKey'],
  fields: [
    { title: 'fields.model', fields: ['meaningEndpoint', 'meaningProtocol', 'meaningModel', 'meaningKey'] },
    { title: 'fields.bounds', fields: ['meaningOf', 'dailyEntries', 'pricePerMillion'] },
  ],
  environment: z.object({
    MEANING_URL: addressOrEmpty,
    MEANING_PROTOCOL: protocol,
    MEANING_MODEL: z.string().trim().max(200).default(''),
    MEANING_KEY: z.string().trim().default(''),
    /** Texts of one user that the server's model reads in a day; 0: no limit. */
    MEANING_TEXTS_PER_DAY: z.coerce.number().int().min(0).default(2000),
  }),
  permissions: ['entries:read', 'jobs', 'net:{meaningEndpoint}', 'net:{MEANING_URL}'],
  jobs: { compare: { everyMinutes: 15 } },
  rankings: ['like', 'about'],
  commands: [
    { id: 'meaning:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'manage' },
  ],
  contributes,
})
