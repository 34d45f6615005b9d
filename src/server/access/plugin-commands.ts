/** What manifests of plugins say, for those who do not know the plugins: commands for tokens, and switches. */
import type { CallCommand } from '../../plugin-api/manifest.ts'

/** @returns the command of a plugin of the user, built in or installed, that sends the call; null where none does */
type FindPluginCommand = (
  userId: string,
  call: { readonly plugin: string; readonly call: string },
) => Promise<CallCommand | null>

/** @returns the name of the setting that switches a plugin of the user on; null where there is no such plugin */
type FindPluginSwitch = (userId: string, plugin: string) => Promise<string | null>

/** The dispatcher is created before the plugin host, which provides these when it starts. */
export type PluginCommandsHolder = {
  readonly find: FindPluginCommand
  readonly switchOf: FindPluginSwitch
  readonly provide: (find: FindPluginCommand, switchOf: FindPluginSwitch) => void
}

export function createPluginCommands(): PluginCommandsHolder {
  let [current, currentSwitch]: [FindPluginCommand, FindPluginSwitch] = [async () => null, async () => null]
  return {
    find: (userId, call) => current(userId, call),
    switchOf: (userId, plugin) => currentSwitch(userId, plugin),
    provide: (find, switchOf) => {
      ;[current, currentSwitch] = [find, switchOf]
    },
  }
}
