import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { themes } from './colors.ts'
import isOnByDefault from './on-by-default.ts'

export default definePlugin({
  id: 'themes',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableThemes',
  icon: 'appearance',
  settings: z.object({ enableThemes: z.boolean().default(isOnByDefault) }),
  secrets: [],
  permissions: [],
  contributes: { theme: themes },
})
