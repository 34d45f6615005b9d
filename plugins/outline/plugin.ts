import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendFolder } from '../../src/plugin-api/service.ts'

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
  }),
  secrets: ['outlineToken'],
  fields: ['outlineEndpoint', 'outlineToken', 'outlineCollection', 'sendFolder'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'values', 'net:{outlineEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{ needs: 'entry' }] },
})
