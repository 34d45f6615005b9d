import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendNewHighlights, sendsHighlights } from '../../src/plugin-api/service.ts'

export default definePlugin({
  id: 'obsidian',
  version: '1.0.0',
  api: '1.23',
  enabledBy: 'enableObsidian',
  icon: 'note',
  requires: [['obsidianVaultPath', 'obsidianEndpoint']],
  settings: z.object({
    enableObsidian: z.boolean().default(false),
    obsidianVaultPath: z.string().default(''),
    obsidianFolder: z.string().default(''),
    obsidianEndpoint: addressOrEmpty,
    obsidianAnyCertificate: z.boolean().default(false),
    sendStarred: z.boolean().default(false),
    sendNewHighlights,
  }),
  secrets: ['obsidianToken'],
  fields: [
    'obsidianVaultPath',
    'obsidianFolder',
    {
      title: 'fields.api',
      fields: ['obsidianEndpoint', 'obsidianToken', 'obsidianAnyCertificate'],
    },
  ],
  showWhen: {
    obsidianToken: { setting: 'obsidianEndpoint', is: 'filled' },
    obsidianAnyCertificate: { setting: 'obsidianEndpoint', is: 'filled' },
  },
  anyCertificate: { obsidianEndpoint: 'obsidianAnyCertificate' },
  permissions: [
    'entries:read',
    'entries:save',
    'highlights:read',
    'events',
    'net:{obsidianEndpoint}',
    'app:obsidian',
  ],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, ...sendsHighlights },
  contributes: { saves: [{ needs: 'entry' }] },
})
