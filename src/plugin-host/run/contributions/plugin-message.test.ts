import { expect, test } from 'vitest'
import { definePlugin, z } from '../../../plugin-api/manifest.ts'
import { refusalNotificationOf } from './plugin-message.ts'

const readwise = definePlugin({
  id: 'readwise',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableReadwise',
  settings: z.object({ enableReadwise: z.boolean().default(false) }),
  secrets: ['readwiseToken'],
  permissions: [],
})
const actionOf = (key: string, values?: Record<string, string>) =>
  refusalNotificationOf(readwise, { key, ...(values && { values }) }).action

test('a refusal leads to the setting that it names, or to the settings of its plugin', () => {
  const open = { title: 'app:plugin.openSettings', command: 'plugin:open-settings' }
  expect(actionOf('outside.missing', { service: 'Readwise', setting: 'readwiseToken' })).toEqual({
    ...open,
    args: { place: 'readwise-readwiseToken' },
  })
  expect(actionOf('outside.notAccepted', { service: 'Readwise' })).toEqual({
    ...open,
    args: { place: 'readwise' },
  })
  expect(actionOf('app:plugin.offline')).toBeUndefined()
  expect(actionOf('errors:client.rateLimited')).toBeUndefined()
})
