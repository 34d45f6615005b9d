import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'matrix',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableMatrix',
  icon: 'social',
  requires: ['matrixEndpoint', 'matrixRoom', 'matrixToken'],
  settings: z.object({
    enableMatrix: z.boolean().default(false),
    matrixEndpoint: addressOrEmpty,
    matrixRoom: z.string().trim().max(255).default(''),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://spec.matrix.org/latest/client-server-api/',
  secrets: ['matrixToken'],
  fields: ['matrixEndpoint', 'matrixRoom', 'matrixToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{matrixEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'matrix:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' }],
  contributes: { saves: [{}] },
})
