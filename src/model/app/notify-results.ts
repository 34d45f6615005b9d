/** The results of commands: their message, or the error of a failure. */
import { sample } from 'effector'
import { errorNotified, infoNotified, type UserNotification } from './events.ts'
import { notificationFor } from './notify-failures.ts'
import { registry } from './registry.ts'

/** The message of a command's result: a newer one replaces it. */
export const notificationIdOf = (commandId: string): string => `result ${commandId}`

sample({
  clock: registry.commandFinished.filterMap(({ command, result }): UserNotification | undefined =>
    result.status === 'failed' || !result.message
      ? undefined
      : // A newer result of the same command replaces the older one.
        {
          id: notificationIdOf(command.id),
          key: result.message.key,
          ...(result.message.values && { values: result.message.values }),
        },
  ),
  target: infoNotified,
})
// The plugin host reports their failures with their own messages.
sample({
  clock: registry.commandFailed,
  filter: ({ command }) => command.plugin === undefined,
  fn: ({ error }) => notificationFor(error) ?? { key: 'errors:client.unreachable' },
  target: errorNotified,
})
