import type { Contributes } from '../../src/plugin-api/contributes.ts'
import keys from './keys.ts'

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
    keys: keys[READ],
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

export default {
  command: [{ ...chooseVoice, args: [{ ...voiceArgument, hasChoices: true }] }, ...Object.values(others)],
  toolbarItem: [{ ...readButton, hasState: true }],
} satisfies Contributes
