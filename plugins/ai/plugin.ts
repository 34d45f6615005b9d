import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

const keysWhileOff = { 'ai:chat': '$mod+i' } as const

const OF_ENTRY = 'entry && !trial'

/** Each row is completed by client.tsx. */
export const commands = {
  summary: {
    id: 'entry:toggle-ai-summary',
    title: 'toggleSummary',
    keywords: 'summaryKeywords',
    kind: 'view',
    icon: 'summary',
    needs: OF_ENTRY,
  },
  translation: {
    id: 'entry:toggle-ai-translation',
    title: 'toggleTranslation',
    keywords: 'translationKeywords',
    kind: 'view',
    icon: 'translate',
    needs: OF_ENTRY,
  },
  beside: {
    id: 'ai:translation-beside',
    title: 'translationBeside',
    keywords: 'translationKeywords',
    kind: 'view',
    icon: 'translate',
    needs: OF_ENTRY,
  },
  daily: {
    id: 'ai:daily',
    title: 'daily.open',
    keywords: 'daily.keywords',
    kind: 'view',
    icon: 'summary',
    needs: '!trial',
  },
  chat: {
    id: 'ai:chat',
    title: 'chat.open',
    keywords: 'chat.keywords',
    kind: 'dialog',
    keys: keysWhileOff['ai:chat'],
    target: 'entries',
    icon: 'help',
    needs: '!trial',
  },
} as const
export const buttons = {
  summary: { command: commands.summary.id, group: 'main', icon: 'summary' },
  translation: { command: commands.translation.id, group: 'more', icon: 'translate' },
} as const
export const dailyScreen = { path: '/ai/daily', title: 'daily.title', intro: 'daily.intro' }

export default definePlugin({
  id: 'ai',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableAi',
  icon: 'summary',
  hasScreens: true,
  settings: z.object({
    enableAi: z.boolean().default(false),
    engine: z.enum(['server', 'browser']).default('server'),
  }),
  readerSettings: z.object({
    summary: z.boolean(),
    translation: z.boolean(),
    translationMode: z.enum(['bilingual', 'translation-only']),
    actionLanguage: z.enum(['default', 'en', 'ja', 'zh-CN', 'zh-TW']),
  }),
  secrets: [],
  permissions: ['entries:read', 'texts', 'storage', 'model', 'wire'],
  keysWhileOff,
  hiddenBy: 'hideAi',
  contributes: {
    command: Object.values(commands),
    toolbarItem: Object.values(buttons).map((button) => ({ ...button, hasState: true })),
    ruleResult: ['summary', 'translation'],
    entryPanel: [{}],
    screen: [dailyScreen],
    dialog: [{ id: 'chat' }],
  },
  // Titles in the list are translated, too.
  activation: ['setting:translation'],
})
