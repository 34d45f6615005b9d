import { createStore, sample, type Store } from 'effector'
import type { Command } from '../../core/index.ts'
import { appStarted } from './events.ts'
import { registry } from './registry.ts'

/** Registers the commands of a store, from the app's start on; those that leave the store are unregistered. */
export function provideCommands($commands: Store<readonly Command[]>): void {
  const $registered = createStore<readonly Command[]>([], { serialize: 'ignore' })
  const commandsDue = sample({
    clock: [$commands, appStarted],
    source: { before: $registered, after: $commands },
  })
  $registered.on(commandsDue, (_, { after }) => after)
  sample({ clock: commandsDue, fn: ({ before }) => before, target: registry.unregistered })
  sample({ clock: commandsDue, fn: ({ after }) => after, target: registry.registered })
}
