import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'

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
  contributes,
  // Titles in the list are translated, too.
  activation: ['setting:translation'],
})
