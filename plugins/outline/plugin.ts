import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendFolder, sendNewHighlights, sendsHighlights } from '../../src/plugin-api/service.ts'

export default definePlugin({
  id: 'outline',
  version: '1.0.0',
  api: '1.24',
  enabledBy: 'enableOutline',
  icon: 'text',
  requires: ['outlineEndpoint', 'outlineToken', 'outlineCollection'],
  settings: z.object({
    enableOutline: z.boolean().default(false),
    outlineEndpoint: addressOrEmpty,
    outlineCollection: z.string().default(''),
    sendFolder,
    sendStarred: z.boolean().default(false),
    sendNewHighlights,
  }),
  secrets: ['outlineToken'],
  fields: ['outlineEndpoint', 'outlineToken', 'outlineCollection', 'sendFolder'],
  permissions: [
    'entries:read',
    'entries:save',
    'highlights:read',
    'events',
    'values',
    'net:{outlineEndpoint}',
  ],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, ...sendsHighlights },
  contributes: { saves: [{ needs: 'entry' }] },
})
