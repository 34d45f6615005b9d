import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'notion',
  api: '1.24',
  icon: 'note',
  help: 'https://developers.notion.com/docs/create-a-notion-integration',
  requires: ['notionToken', 'notionPage'],
  fields: {
    notionToken: secret,
    notionPage: z.string().trim().max(500).default(''),
    sendStarred,
    sendNewHighlights,
    notionEndpoint: addressOf('https://api.notion.com'),
  },
  permissions: ['values', 'net:{notionEndpoint}'],
})
