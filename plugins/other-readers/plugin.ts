import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'
import isOnByDefault from './on-by-default.ts'

export default definePlugin({
  id: 'other-readers',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableOtherReaders',
  icon: 'import',
  settings: z.object({ enableOtherReaders: z.boolean().default(isOnByDefault) }),
  secrets: [],
  permissions: [],
  contributes,
})
