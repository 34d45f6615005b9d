import { checkedText, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'ereader',
  version: '1.0.0',
  api: '1.18',
  enabledBy: 'enableEreader',
  icon: 'contents',
  requires: ['ereaderAddress'],
  settings: z.object({
    enableEreader: z.boolean().default(false),
    ereaderAddress: checkedText(254, (text) =>
      text === '' || z.email().safeParse(text).success ? null : { key: 'wrongAddress' },
    ).default(''),
    ereaderCode: z.string().trim().max(10).default(''),
    sendStarred: z.boolean().default(false),
  }),
  fields: ['ereaderAddress', 'ereaderCode', 'sendStarred'],
  secrets: [],
  permissions: ['entries:read', 'entries:save', 'mail:others'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{ needs: 'entry' }] },
})
