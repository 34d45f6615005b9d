import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'obsidian',
  version: '1.0.0',
  api: '1.11',
  enabledBy: 'enableObsidian',
  settings: z.object({
    enableObsidian: z.boolean().default(false),
    obsidianVaultPath: z.string().default(''),
    obsidianFolder: z.string().default(''),
    obsidianEndpoint: addressOrEmpty,
  }),
  secrets: ['obsidianToken'],
  permissions: ['entries:read', 'entries:save', 'net:{obsidianEndpoint}', 'app:obsidian'],
})
