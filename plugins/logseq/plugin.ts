import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'logseq',
  api: '1.24',
  icon: 'note',
  requires: ['logseqToken'],
  fields: {
    logseqToken: secret,
    logseqPage: z.string().trim().min(1).max(200).default('Lectern'),
    sendStarred,
    sendNewHighlights,
    logseqEndpoint: addressOf('http://localhost:12315'),
  },
  permissions: ['values', 'net:{logseqEndpoint}'],
})
