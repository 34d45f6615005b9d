import { checkedText, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendNewHighlights, sendsHighlights } from '../../src/plugin-api/service.ts'
import { wrongAddress, wrongBody } from './template.ts'

const BODY = `{
  "title": "{{title}}",
  "url": "{{url}}",
  "author": "{{author}}",
  "publishedAt": "{{publishedAt}}",
  "feed": "{{feedTitle}}",
  "text": "{{markdown}}"
}`

export default definePlugin({
  id: 'webhook',
  version: '1.0.0',
  api: '1.23',
  enabledBy: 'enableWebhook',
  icon: 'link',
  requires: ['webhookUrl'],
  settings: z.object({
    enableWebhook: z.boolean().default(false),
    webhookMethod: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']).default('POST'),
    webhookBody: checkedText(20_000, wrongBody).default(BODY),
    sendStarred: z.boolean().default(false),
    sendNewHighlights,
  }),
  // Whoever knows the address can send to it.
  secrets: ['webhookUrl', 'webhookHeaders', 'webhookSecret'],
  secretChecks: { webhookUrl: checkedText(2000, wrongAddress) },
  fields: ['webhookUrl', 'webhookMethod', 'webhookHeaders', 'webhookBody', 'webhookSecret'],
  showWhen: { webhookBody: { setting: 'webhookMethod', is: ['POST', 'PUT', 'PATCH'] } },
  multiline: ['webhookHeaders', 'webhookBody'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'events', 'net:{webhookUrl}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, ...sendsHighlights },
  contributes: { saves: [{ needs: 'entry' }] },
})
