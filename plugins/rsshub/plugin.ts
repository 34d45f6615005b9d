import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'
import isOnByDefault from './on-by-default.ts'

export default definePlugin({
  id: 'rsshub',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableRsshub',
  icon: 'rsshub',
  hasScreens: true,
  settings: z.object({ enableRsshub: z.boolean().default(isOnByDefault) }),
  secrets: [],
  permissions: ['rsshub'],
  contributes,
})
