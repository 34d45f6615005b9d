import { addressOrEmpty, z } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'matrix',
  api: '1.24',
  icon: 'social',
  help: 'https://spec.matrix.org/latest/client-server-api/',
  requires: ['matrixEndpoint', 'matrixRoom', 'matrixToken'],
  fields: {
    matrixEndpoint: addressOrEmpty,
    matrixRoom: z.string().trim().max(255).default(''),
    matrixToken: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{matrixEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
