import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'email',
  version: '1.0.0',
  api: '1.11',
  enabledBy: 'enableEmail',
  settings: z.object({
    enableEmail: z.boolean().default(false),
    emailWholeText: z.boolean().default(true),
    emailSubjectPrefix: z.string().trim().max(60).default(''),
  }),
  secrets: [],
  permissions: ['entries:read', 'entries:save', 'mail:self'],
})
