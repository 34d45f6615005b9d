/** The commands of plugins: calls of their server halves that tokens may send, as their manifests say. */
import type { CallCommand } from '../../plugin-api/manifest.ts'

/** @returns the command of a plugin of the user, built in or installed, that sends the call; null where none does */
type FindPluginCommand = (
  userId: string,
  call: { readonly plugin: string; readonly call: string },
) => Promise<CallCommand | null>

/** The dispatcher is created before the plugin host, which provides these when it starts. */
export type PluginCommandsHolder = {
  readonly find: FindPluginCommand
  readonly provide: (find: FindPluginCommand) => void
}

export function createPluginCommands(): PluginCommandsHolder {
  let current: FindPluginCommand = async () => null
  return {
    find: (userId, call) => current(userId, call),
    provide: (find) => {
      current = find
    },
  }
}
