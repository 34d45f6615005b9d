import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'obsidian',
  version: '1.0.0',
  api: '1.0',
  enabledBy: 'enableObsidian',
  settings: z.object({
    enableObsidian: z.boolean().default(false),
    obsidianVaultPath: z.string().default(''),
    obsidianFolder: z.string().default(''),
    obsidianEndpoint: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  }),
  secrets: ['obsidianToken'],
  permissions: ['entries:read', 'net:{obsidianEndpoint}', 'app:obsidian'],
})
