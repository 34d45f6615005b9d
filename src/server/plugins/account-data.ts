/** What of a plugin's tables travels in the file of an account. */
import type { AccountData } from '../../plugin-api/server.ts'
import type { PluginAccountData } from '../access/plugin-commands.ts'

/** Checks each record of a file before the plugin has it: a file may hold anything. */
export function checkedAccountData({ record, most, all, add }: AccountData): PluginAccountData {
  return {
    all,
    async add(userId, records) {
      const readable = records.flatMap((one) => {
        const { success, data } = record.safeParse(one)
        return success ? [data] : []
      })
      const fitting = readable.slice(0, most)
      const { added, left } = await add(userId, fitting)
      return { added, left: records.length - fitting.length + left }
    },
  }
}
