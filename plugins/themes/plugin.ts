import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { themes } from './colors.ts'

export default definePlugin({
  id: 'themes',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableThemes',
  icon: 'appearance',
  settings: z.object({ enableThemes: z.boolean().default(true) }),
  secrets: [],
  permissions: [],
  contributes: { theme: themes },
})
