/** A plugin's command as a command of the registry. */
import { attach, combine, sample, type EventCallable } from 'effector'
import { parseExpression, type Argument, type Command, type CommandCall } from '../../../core/index.ts'
import { $currentEntry, $entrySummaries } from '../../../model/entries/index.ts'
import { $services } from '../../../model/services.ts'
import { $subscriptions } from '../../../model/subscriptions/index.ts'
import type { PluginCommand, PluginMessage } from '../../../plugin-api/client.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import { isPermitted, openOutside } from './plugin-message.ts'
import { $feedHeads } from '../capabilities/plugin-reader.ts'
import { $settingsForPlugin } from '../capabilities/settings-for-plugin.ts'

type CommandParts = {
  readonly manifest: Manifest
  readonly notified: EventCallable<PluginMessage>
  readonly failed: EventCallable<unknown>
}

/** Groups of the reader's own commands whose ids plugins continue (client-facts 5). */
const readerGroups = ['integration', 'entry', 'global', 'go']

/** Passed by menus; never asked for, as a feed that is not current is seldom meant. */
const subscriptionsArgument: Argument = {
  name: 'subscriptions',
  type: 'subscriptions',
  title: 'ask.subscription',
  optional: true,
}

/** What a plugin's command is told of the reader. */
const $reader = combine({
  services: $services,
  current: $currentEntry,
  summaries: $entrySummaries,
  subscriptions: $subscriptions,
  feedOf: $feedHeads,
  settingsForPlugin: $settingsForPlugin,
})

type Run = { readonly parts: CommandParts; readonly command: PluginCommand; readonly call: CommandCall }

// Of all plugins: Effector's scope keeps a record of each effect, also after its plugin has stopped.
const runFx = attach({
  source: $reader,
  effect: async (
    { services, current, summaries, subscriptions, feedOf, settingsForPlugin },
    { parts, command, call: { args, count } }: Run,
  ): Promise<unknown> => {
    // The call may name other entries than the open one, which keeps its summary when the list scrolls far away.
    const ids: readonly unknown[] = Array.isArray(args['entries']) ? args['entries'] : []
    const named = ids.flatMap(
      (one) => summaries.get(String(one)) ?? (current && current.summary.id === one ? current.summary : []),
    )
    const entry = named[0] ?? current?.summary ?? null
    const rows: readonly unknown[] = Array.isArray(args['subscriptions']) ? args['subscriptions'] : []
    const feedId =
      rows.length === 1 ? subscriptions.get(String(rows[0]))?.feedId : (entry?.feedId ?? undefined)
    return command.run({
      entry,
      entries: named,
      feed: feedId ? feedOf(feedId) : null,
      selection: services.platform.selectedText(),
      args,
      count,
      settings: settingsForPlugin(parts.manifest),
    })
  },
})
const openFx = attach({
  source: $services,
  effect: ({ platform }, url: string) => openOutside(platform, url),
})

/** @returns what turns the plugin's commands into the registry's */
export function createCommands(parts: CommandParts): (command: PluginCommand) => Command {
  const { manifest, notified, failed } = parts
  const message = runFx.done.filterMap(({ params, result }) =>
    params.parts === parts ? (result as PluginMessage | undefined) : undefined,
  )
  sample({ clock: message, target: notified })
  sample({
    clock: message.filterMap(({ open }) =>
      open?.atOnce && isPermitted(manifest, open.url) ? open.url : undefined,
    ),
    target: openFx,
  })
  sample({
    clock: runFx.fail,
    filter: ({ params }) => params.parts === parts,
    fn: ({ error }): unknown => error,
    target: failed,
  })
  return (command) => commandOf(command, manifest.id, (call) => runFx({ parts, command, call }))
}

function commandOf(command: PluginCommand, id: string, run: Command['run']): Command {
  const { needs, target } = command
  // Throws where it cannot be read, so that the plugin is named and not every list of commands fails.
  if (needs) parseExpression(needs)
  const group = command.id.split(':')[0] ?? ''
  const args = [
    ...(target === 'feed' ? [subscriptionsArgument] : []),
    ...(command.args ?? []).map((one) => ({ ...one, title: `${id}:${one.title}` })),
  ]
  return {
    id: command.id,
    group: readerGroups.includes(group) ? group : 'plugin',
    title: `${id}:${command.title}`,
    ...(command.keywords ? { keywords: `${id}:${command.keywords}` } : {}),
    ...(command.keys ? { bindings: [{ keys: command.keys }] } : {}),
    ...(command.where ? { where: command.where } : {}),
    ...(needs ? { needs } : {}),
    ...(target === 'entries' ? { target, targetNeeds: 'entry || selected > 0' } : {}),
    ...(target === 'feed'
      ? {
          target: 'subscriptions' as const,
          targetNeeds: 'entry || subscription',
          inFeedMenu: true,
        }
      : {}),
    ...(args.length > 0 ? { args } : {}),
    ...(command.icon ? { icon: command.icon } : {}),
    ...(command.inEntryMenu && target === 'entries' ? { inEntryMenu: true } : {}),
    ...(command.inAccountMenu ? { inAccountMenu: true } : {}),
    ...(command.onSelection ? { onSelection: true } : {}),
    kind: command.kind ?? 'change',
    plugin: id,
    run,
  }
}
