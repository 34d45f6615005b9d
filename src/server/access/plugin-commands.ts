/** What plugins say, for those who do not know the plugins: commands for tokens, switches, and what of their tables travels with an account. */
import type { CallCommand } from '../../plugin-api/manifest.ts'

/** @returns the command of a plugin of the user, built in or installed, that sends the call; null where none does */
type FindPluginCommand = (
  userId: string,
  call: { readonly plugin: string; readonly call: string },
) => Promise<CallCommand | null>

/** @returns the name of the setting that switches a plugin of the user on; null where there is no such plugin */
type FindPluginSwitch = (userId: string, plugin: string) => Promise<string | null>

/** What of a plugin's tables travels in the file of an account. */
export type PluginAccountData = {
  all(userId: string): Promise<readonly unknown[]>
  /** @returns how many were added, and how many were left out because they cannot be read or there is no room */
  add(userId: string, records: readonly unknown[]): Promise<{ readonly added: number; readonly left: number }>
}
/** By the ids of plugins. */
type AccountDataOfPlugins = ReadonlyMap<string, PluginAccountData>

/** The dispatcher is created before the plugin host, which provides these when it starts. */
export type PluginCommandsHolder = {
  readonly find: FindPluginCommand
  readonly switchOf: FindPluginSwitch
  readonly accountData: () => AccountDataOfPlugins
  readonly provide: (
    find: FindPluginCommand,
    switchOf: FindPluginSwitch,
    accountData?: AccountDataOfPlugins,
  ) => void
}

export function createPluginCommands(): PluginCommandsHolder {
  let [current, currentSwitch]: [FindPluginCommand, FindPluginSwitch] = [async () => null, async () => null]
  let currentData: AccountDataOfPlugins = new Map()
  return {
    find: (userId, call) => current(userId, call),
    switchOf: (userId, plugin) => currentSwitch(userId, plugin),
    accountData: () => currentData,
    provide: (find, switchOf, accountData = new Map()) => {
      ;[current, currentSwitch, currentData] = [find, switchOf, accountData]
    },
  }
}
