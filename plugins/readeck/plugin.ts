import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendNewHighlights, sendsHighlights } from '../../src/plugin-api/service.ts'

export const bookmarks = { id: 'bookmarks', title: 'bookmarks' }

export default definePlugin({
  id: 'readeck',
  version: '1.1.0',
  api: '1.24',
  enabledBy: 'enableReadeck',
  icon: 'reader-view',
  requires: ['readeckEndpoint', 'readeckToken'],
  settings: z.object({
    enableReadeck: z.boolean().default(false),
    readeckEndpoint: addressOrEmpty,
    searchReadeck: z.boolean().default(true),
    sendStarred: z.boolean().default(false),
    sendNewHighlights,
  }),
  help: 'https://readeck.org/en/docs/',
  secrets: ['readeckToken'],
  fields: ['readeckEndpoint', 'readeckToken', 'searchReadeck'],
  permissions: [
    'entries:read',
    'entries:save',
    'highlights:read',
    'events',
    'values',
    'search',
    'net:{readeckEndpoint}',
  ],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, ...sendsHighlights },
  contributes: { saves: [{}], searchSource: [bookmarks] },
})
