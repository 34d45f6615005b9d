/** Notifications of new entries on this device. */
import { attach, scopeBind, type EventCallable } from 'effector'
import { $services } from '../src/model/services.ts'
import { commandGroup } from './define-command.ts'

type Push = typeof import('../src/model/push/index.ts')
type Action = 'pushEnabled' | 'pushDisabled' | 'pushDisabledEverywhere' | 'pushTested'

/** The model of notifications loads with its first command, or with its settings page. */
const run = (action: Action) =>
  attach({
    source: $services,
    effect: async () => {
      const trigger = scopeBind((event: EventCallable<void>) => event(), { safe: true })
      const push: Push = await import('../src/model/push/index.ts')
      trigger(push[action])
    },
  })

export const notificationCommands = commandGroup('notifications', {
  enable: { kind: 'change', needs: 'signedIn', icon: 'notification', run: run('pushEnabled') },
  disable: { kind: 'change', needs: 'signedIn', icon: 'notification', run: run('pushDisabled') },
  'disable-everywhere': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'notification',
    run: run('pushDisabledEverywhere'),
  },
  test: { kind: 'view', needs: 'signedIn', icon: 'notification', run: run('pushTested') },
})
