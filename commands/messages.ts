/** The messages in the corner. */
import { messagesDismissed, messagesFocusRequested } from '../src/model/app/events.ts'
import { commandGroup, openDialog, trigger } from './define-command.ts'

export const messageCommands = commandGroup('messages', {
  focus: { kind: 'motion', bindings: [{ keys: 'Alt+t' }], run: trigger(messagesFocusRequested, () => {}) },
  dismiss: {
    kind: 'view',
    bindings: [{ keys: 'Shift+Escape' }],
    icon: 'close',
    run: trigger(messagesDismissed, () => {}),
  },
  'read-announcement': { kind: 'dialog', icon: 'info', run: openDialog(() => ({ id: 'announcement' })) },
})
