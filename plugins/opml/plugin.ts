import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'
import isOnByDefault from './on-by-default.ts'

export default definePlugin({
  id: 'opml',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableOpml',
  icon: 'export',
  settings: z.object({ enableOpml: z.boolean().default(isOnByDefault) }),
  secrets: [],
  permissions: ['feeds:export'],
  contributes,
})
