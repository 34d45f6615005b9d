/** Starts one plugin's browser half: collects what it registers, so that all of it can be taken back at once. */
import { attach, clearNode, createNode, sample, withRegion, type EventCallable, type Store } from 'effector'
import type { Api } from '../api/index.ts'
import { type CommandCall, type Command } from '../core/index.ts'
import { errorNotified, infoNotified, type UserNotification as ToastTold } from '../model/app/index.ts'
import type { Feature, ToolbarItem } from '../features/feature.ts'
import { $currentEntry } from '../model/entries/index.ts'
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
  /** What it contributes beside its commands. */
  readonly feature: Feature
  /** Ends what the plugin wired and started. */
  readonly stop: () => void
}

export type StartParts = {
  readonly manifest: Manifest
  readonly client: ClientHalf | null
  readonly call: Api['plugins']['call']
  readonly $settings: Store<Readonly<Record<string, unknown>>>
  /** Hears of a command that threw what is no refusal. */
  readonly broke: EventCallable<{ id: string; error: unknown }>
}

/** The command behind a toast's button. */
export const OPEN_LINK = 'global:open-link'

/** @throws whatever the plugin throws while starting; what it registered until then is taken back */
export function startPlugin({ manifest, client, call, $settings, broke }: StartParts): Running {
  const { id } = manifest
  const region = createNode()
  const commands: Command[] = []
  const toolbarItems: ToolbarItem[] = []
  const undos: (() => void)[] = []

  const host: ClientHost = {
    command: (command) => void commands.push(withRegion(region, () => commandOf(command))),
    toolbarItem: (item) => void toolbarItems.push(item),
    call: (asked) => async (input) => asked.output.parse(outputOf(await sent(asked, input))),
    onStop: (undo) => void undos.push(undo),
  }
  const sent = (asked: PluginCall, input: unknown) =>
    call({ plugin: id, call: asked.name, input }).catch((error: unknown) => {
      throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
    })

  const commandOf = (command: PluginCommand): Command => {
    const runFx = attach({
      source: { current: $currentEntry, settings: $settings },
      effect: async ({ current, settings }, { args, count }: CommandCall): Promise<unknown> =>
        command.run({ entry: current?.head ?? null, args, count, settings }),
    })
    sample({
      clock: runFx.doneData,
      filter: (told) => told !== undefined,
      fn: (told) => toldAs(id, told as PluginMessage),
      target: infoNotified,
    })
    sample({
      clock: runFx.failData,
      filter: (error) => error instanceof PluginRefusal,
      fn: (error) => toldAs(id, (error as unknown as PluginRefusal).words),
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
      customisable: true,
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
  const answer = data as PluginResponse
  if (!answer.ok) throw new PluginRefusal(answer.words.key, answer.words.values)
  return answer.output
}

const isUnreachable = (error: unknown) => (error as { kind?: unknown } | null)?.kind === 'unreachable'

/** A key with a namespace of its own, or the host's words for what it refused, else one of the plugin's. */
function toldAs(id: string, told: PluginMessage): ToastTold {
  const key = told.key.includes(':')
    ? told.key
    : hostWords.test(told.key)
      ? `app:${told.key}`
      : `${id}:${told.key}`
  return {
    key,
    ...(told.values ? { values: told.values } : {}),
    ...(told.open
      ? { action: { title: `${id}:${told.open.title}`, command: OPEN_LINK, args: { url: told.open.url } } }
      : {}),
  }
}
const hostWords = /^(plugin|outside)\./
