import { expect, test } from 'vitest'
import readwise from '../../../../plugins/readwise/plugin.ts'
import { refusalNotificationOf } from './plugin-message.ts'

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
