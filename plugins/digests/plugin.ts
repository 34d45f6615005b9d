import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'

export default definePlugin({
  id: 'digests',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableDigests',
  icon: 'time',
  settings: z.object({ enableDigests: z.boolean().default(false) }),
  secrets: [],
  permissions: ['entries:read', 'jobs', 'mail:self', 'public'],
  jobs: { send: { everyMinutes: 15 } },
  contributes,
})
