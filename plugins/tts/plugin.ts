import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

const keysWhileOff = { 'entry:tts': '$mod+Shift+v' } as const

const READ = 'entry:tts'

/** Each row is completed by client.tsx. */
export const commands = {
  chooseVoice: {
    id: 'tts:choose-voice',
    title: 'chooseVoice',
    keywords: 'keywords',
    kind: 'view',
    icon: 'speak',
  },
  read: {
    id: READ,
    title: 'read',
    keywords: 'keywords',
    kind: 'view',
    keys: keysWhileOff['entry:tts'],
    icon: 'speak',
    target: 'entries',
  },
  queue: {
    id: 'tts:queue',
    title: 'queue',
    keywords: 'keywords',
    kind: 'view',
    icon: 'list',
    target: 'entries',
  },
  readList: { id: 'tts:read-list', title: 'readList', keywords: 'keywords', kind: 'view', icon: 'list' },
  nextSentence: {
    id: 'tts:next-sentence',
    title: 'nextSentence',
    keywords: 'keywords',
    kind: 'view',
    keys: ']',
    needs: 'player',
    icon: 'next',
  },
  previousSentence: {
    id: 'tts:previous-sentence',
    title: 'previousSentence',
    keywords: 'keywords',
    kind: 'view',
    keys: '[',
    needs: 'player',
    icon: 'previous',
  },
  stop: { id: 'tts:stop', title: 'stop', keywords: 'keywords', kind: 'view', needs: 'player', icon: 'close' },
} as const
/** What the command that chooses a voice asks for. */
export const voiceArgument = { name: 'voice', title: 'settings.voice', type: 'enum', open: true } as const
export const readButton = { command: READ, group: 'more', icon: 'speak' } as const

const { chooseVoice, ...others } = commands

export default definePlugin({
  id: 'tts',
  version: '1.2.0',
  api: '1.20',
  enabledBy: 'enableTts',
  icon: 'speak',
  settings: z.object({
    enableTts: z.boolean().default(false),
    /** What speaks: `server` is the service that the administrator set up. */
    speechService: z.enum(['browser', 'server', 'openai', 'azure']).default('browser'),
    openaiSpeechEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.openai.com/v1'),
    openaiSpeechModel: z.string().trim().min(1).max(100).default('tts-1'),
    azureSpeechEndpoint: addressOrEmpty,
  }),
  readerSettings: z.object({ voice: z.string().trim().max(200) }),
  secrets: ['openaiSpeechKey', 'azureSpeechKey'],
  fields: [
    'voice',
    'speechService',
    { title: 'fields.openai', fields: ['openaiSpeechKey', 'openaiSpeechModel', 'openaiSpeechEndpoint'] },
    { title: 'fields.azure', fields: ['azureSpeechKey', 'azureSpeechEndpoint'] },
  ],
  showWhen: {
    openaiSpeechKey: { setting: 'speechService', is: ['openai'] },
    openaiSpeechModel: { setting: 'speechService', is: ['openai'] },
    openaiSpeechEndpoint: { setting: 'speechService', is: ['openai'] },
    azureSpeechKey: { setting: 'speechService', is: ['azure'] },
    azureSpeechEndpoint: { setting: 'speechService', is: ['azure'] },
  },
  environment: z.object({
    TTS_SERVICE: z.enum(['openai', 'azure']).default('openai'),
    /** Empty: the server has no voices. */
    TTS_URL: addressOrEmpty,
    TTS_API_KEY: z.string().trim().default(''),
    TTS_MODEL: z.string().trim().min(1).default('tts-1'),
    /** Of each user, in a day (UTC); 0: unlimited. */
    TTS_CHARACTERS_PER_DAY: z.coerce.number().int().min(0).default(100_000),
  }),
  permissions: ['entries:read', 'net:{openaiSpeechEndpoint}', 'net:{azureSpeechEndpoint}', 'net:{TTS_URL}'],
  keysWhileOff,
  contributes: {
    command: [{ ...chooseVoice, args: [{ ...voiceArgument, hasChoices: true }] }, ...Object.values(others)],
    toolbarItem: [{ ...readButton, hasState: true }],
  },
  activation: ['player'],
})
