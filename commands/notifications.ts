/** Notifications of new entries on this device. */
import { commandGroup, triggerLoaded } from './define-command.ts'

/** Loads with the first command, or with the settings page. */
const push = () => import('../src/model/push/index.ts')
const record = { needs: 'signedIn', icon: 'notification' } as const

export const notificationCommands = commandGroup('notifications', {
  enable: { ...record, kind: 'change', run: triggerLoaded(async () => (await push()).pushEnabled) },
  disable: { ...record, kind: 'change', run: triggerLoaded(async () => (await push()).pushDisabled) },
  'disable-everywhere': {
    ...record,
    kind: 'change',
    run: triggerLoaded(async () => (await push()).pushDisabledEverywhere),
  },
  test: { ...record, kind: 'view', run: triggerLoaded(async () => (await push()).pushTested) },
})
