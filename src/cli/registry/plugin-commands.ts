/** The commands of the built-in plugins' server halves, from their manifests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../../api/types.ts'
import { SAVE_PREFIX } from '../../core/index.ts'
import { SAVE_ENTRIES, type CallCommand } from '../../plugin-api/manifest.ts'
import { builtInPlugins, loadManifests } from '../../server/plugins/load-manifests.ts'
import { callPlugin } from '../call-plugin.ts'
import type { Outcome, ReaderCommand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { pluginText, textAt, type PluginMessage } from '../plugin-text.ts'

type PluginCommand = CallCommand & {
  readonly plugin: string
  /** Of an example for authors of plugins. */
  readonly isExample: boolean
}

export type PluginCommands = {
  /** Without those of examples; the commands that save entries are steps of pipelines. */
  readonly list: () => readonly ReaderCommand[]
  readonly has: (id: string) => boolean
  /**
   * @param rest of the line, after the id
   * @throws UsageError for arguments, RefusedError where the plugin refuses, and the error of a call that was refused
   */
  readonly run: (api: Api, id: string, rest: string) => Promise<Outcome>
}

/** Adds the calls of built-in plugins to the contract. */
export const addPluginCalls = async (): Promise<void> => void (await loadManifests(builtInPlugins, () => {}))

/** A plugin that cannot be loaded has no commands. */
export async function loadPluginCommands(): Promise<PluginCommands> {
  const manifests = await loadManifests(builtInPlugins, () => {})
  const commands = manifests.flatMap(({ id: plugin, example: isExample = false, commands: declared = [] }) =>
    declared.map((command): PluginCommand => ({ ...command, plugin, isExample })),
  )
  const saving = manifests.filter(
    ({ example = false, permissions }) => !example && permissions.includes(SAVE_ENTRIES),
  )
  return {
    list: () => [
      ...saving.map(({ id }) => saveStepOf(id)),
      ...commands.filter(({ isExample }) => !isExample).map(described),
    ],
    has: (id) => commands.some((one) => one.id === id),
    async run(api, id, rest) {
      const command = commands.find((one) => one.id === id)
      if (!command) throw new UsageError(`There is no command ${id}.`)
      if (rest !== '') throw new UsageError(`${id} takes no arguments.`)
      const { plugin, call } = command
      const texts = textsOf(plugin)
      const output = await callPlugin(api, { plugin, call, input: {} }, texts)
      const message = output as PluginMessage | null | undefined
      return {
        json: { command: id, output: output ?? null },
        text: message ? pluginText(message, texts) : `Done: ${id}.`,
      }
    },
  }
}

function described({ id, plugin, title }: PluginCommand): ReaderCommand {
  return { id, title: textAt(textsOf(plugin), title) ?? title, args: [], isStep: false, plugin }
}

const saveStepOf = (plugin: string): ReaderCommand => ({
  id: SAVE_PREFIX + plugin,
  title: textAt(textsOf(plugin), 'save') ?? plugin,
  args: [],
  isStep: true,
  plugin,
})

/** In English. */
const textsOf = (plugin: string): unknown =>
  JSON.parse(readFileSync(join(builtInPlugins, plugin, 'locales/en.json'), 'utf8'))
