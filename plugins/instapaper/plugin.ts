import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'instapaper',
  version: '1.0.0',
  api: '1.23',
  enabledBy: 'enableInstapaper',
  icon: 'article',
  requires: ['instapaperUsername'],
  settings: z.object({
    enableInstapaper: z.boolean().default(false),
    instapaperUsername: z.string().default(''),
    instapaperEndpoint: z.url({ protocol: /^https?$/ }).default('https://www.instapaper.com'),
    sendStarred: z.boolean().default(false),
  }),
  secrets: ['instapaperPassword'],
  fields: ['instapaperUsername', 'instapaperPassword', 'instapaperEndpoint'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'net:{instapaperEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{}] },
})
