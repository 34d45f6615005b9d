import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'todoist',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableTodoist',
  icon: 'done',
  requires: ['todoistToken'],
  settings: z.object({
    enableTodoist: z.boolean().default(false),
    todoistEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.todoist.com'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://developer.todoist.com/api/v1/',
  secrets: ['todoistToken'],
  fields: ['todoistToken', 'sendStarred', 'todoistEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{todoistEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'todoist:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
