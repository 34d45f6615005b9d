/** Starts one plugin's browser half and collects what it registers, so that all of it can be unregistered at once. */
import { attach, clearNode, createNode, sample, withRegion, type EventCallable, type Store } from 'effector'
import type { Api } from '../api/index.ts'
import { type CommandCall, type Command } from '../core/index.ts'
import { webAddress } from '../core/safe-href.ts'
import { errorNotified, infoNotified, type UserNotification } from '../model/app/index.ts'
import type { Feature, ToolbarItem } from '../features/feature.ts'
import { $services, type Platform } from '../model/services.ts'
import { $currentEntry, $entrySummaries } from '../model/entries/index.ts'
import {
  type ClientHalf,
  type ClientHost,
  type PluginCommand,
  PluginRefusal,
  type PluginMessage,
} from '../plugin-api/client.ts'
import type { Manifest, PluginResponse, PluginCall } from '../plugin-api/manifest.ts'

export type Running = {
  readonly id: string
  readonly commands: readonly Command[]
  /** Its contributions other than commands. */
  readonly feature: Feature
  /** Removes the plugin's units and runs its onStop callbacks. */
  readonly stop: () => void
}

export type StartParts = {
  readonly manifest: Manifest
  readonly client: ClientHalf | null
  readonly call: Api['plugins']['call']
  readonly $settings: Store<Readonly<Record<string, unknown>>>
  /** Triggered when a command throws anything but a PluginRefusal. */
  readonly broke: EventCallable<{ id: string; error: unknown }>
}

/** The command behind a toast's button. */
export const OPEN_LINK = 'global:open-link'

/** @throws what the plugin throws while starting; what it registered until then is removed */
export function startPlugin({ manifest, client, call, $settings, broke }: StartParts): Running {
  const { id } = manifest
  const region = createNode()
  const commands: Command[] = []
  const toolbarItems: ToolbarItem[] = []
  const undos: (() => void)[] = []

  const host: ClientHost = {
    command: (command) => void commands.push(withRegion(region, () => commandOf(command))),
    toolbarItem: (item) => void toolbarItems.push(item),
    call: (pluginCall) => async (input) => pluginCall.output.parse(outputOf(await send(pluginCall, input))),
    onStop: (undo) => void undos.push(undo),
  }
  const send = (pluginCall: PluginCall, input: unknown) =>
    call({ plugin: id, call: pluginCall.name, input }).catch((error: unknown) => {
      throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
    })

  const commandOf = (command: PluginCommand): Command => {
    const runFx = attach({
      source: {
        services: $services,
        current: $currentEntry,
        summaries: $entrySummaries,
        settings: $settings,
      },
      effect: async (
        { services, current, summaries, settings },
        { args, count }: CommandCall,
      ): Promise<unknown> => {
        // The call may name another entry than the open one.
        const named = Array.isArray(args['entries']) ? summaries.get(String(args['entries'][0])) : undefined
        return command.run({
          entry: named ?? current?.summary ?? null,
          selection: services.platform.selectedText(),
          args,
          count,
          settings,
        })
      },
    })
    sample({
      clock: runFx.doneData,
      filter: (message) => message !== undefined,
      fn: (message) => notificationOf(manifest, message as PluginMessage),
      target: infoNotified,
    })
    const openFx = attach({
      source: $services,
      effect: ({ platform }, url: string) => openOutside(platform, url),
    })
    sample({
      clock: runFx.doneData,
      filter: (message) => {
        const open = (message as PluginMessage | undefined)?.open
        return open?.atOnce === true && isPermitted(manifest, open.url)
      },
      fn: (message) => (message as PluginMessage).open?.url ?? '',
      target: openFx,
    })
    sample({
      clock: runFx.failData,
      filter: (error) => error instanceof PluginRefusal,
      fn: (error) => notificationOf(manifest, (error as unknown as PluginRefusal).text),
      target: errorNotified,
    })
    sample({
      clock: runFx.failData,
      filter: (error) => !(error instanceof PluginRefusal),
      fn: (error) => ({ id, error: error as unknown }),
      target: broke,
    })
    return {
      id: command.id,
      group: command.id.startsWith('integration:') ? 'integration' : 'plugin',
      title: `${id}:${command.title}`,
      ...(command.keywords ? { keywords: `${id}:${command.keywords}` } : {}),
      ...(command.keys ? { bindings: [{ keys: command.keys }] } : {}),
      ...(command.where ? { where: command.where } : {}),
      ...(command.needs ? { needs: command.needs } : {}),
      ...(command.icon ? { icon: command.icon } : {}),
      kind: 'change',
      plugin: id,
      run: runFx,
    }
  }
  const stop = () => {
    for (const undo of undos.toReversed()) undo()
    clearNode(region)
  }
  try {
    client?.start(host)
  } catch (error) {
    stop()
    throw error
  }
  return { id, commands, feature: { id, toolbarItems }, stop }
}

function outputOf({ data }: { data: unknown }): unknown {
  const response = data as PluginResponse
  if (!response.ok) throw new PluginRefusal(response.words.key, response.words.values)
  return response.output
}

const isUnreachable = (error: unknown) => (error as { kind?: unknown } | null)?.kind === 'unreachable'

/** Resolves the namespace of the key: the one it names, the host's for its own refusals, else the plugin's. */
function notificationOf(manifest: Manifest, message: PluginMessage): UserNotification {
  const named = (key: string): string => {
    if (key.includes(':')) return key
    return hostKeys.test(key) ? `app:${key}` : `${manifest.id}:${key}`
  }
  return {
    key: named(message.key),
    ...(message.values ? { values: valuesOf(manifest, message.values) } : {}),
    ...(message.open && isPermitted(manifest, message.open.url)
      ? {
          action: {
            title: named(message.open.title),
            command: OPEN_LINK,
            args: { url: message.open.url },
          },
        }
      : {}),
  }
}
const hostKeys = /^(plugin|outside)\./

/** A value `setting` is the key of a setting: the message shows its label. */
const valuesOf = ({ id }: Manifest, values: NonNullable<PluginMessage['values']>) =>
  'setting' in values ? { ...values, setting: `${id}:settings.${values['setting']}` } : values

/** An address on the web, or in an application that the manifest names. */
const isPermitted = ({ permissions }: Manifest, url: string): boolean =>
  webAddress(url) !== undefined || permissions.includes(`app:${URL.parse(url)?.protocol.slice(0, -1) ?? ''}`)

/** Opens an address on the web or in another application. */
export const openOutside = (platform: Platform, url: string): void =>
  webAddress(url) === undefined ? platform.openApp(url) : platform.openAddress(url)
