import { createElement } from 'react'
import { Icon, type MenuItem } from '../../../ui/index.ts'
import { menuKeys } from '../../../model/menus/index.ts'
import type { CommandArgs } from '../../../core/index.ts'
import type { CommandPresentation } from './use-command-presentation.ts'

/**
 * Menu items for commands.
 * @param ids command ids in order; '-' is a separator; unregistered ids are skipped
 * @param args arguments known from the row, by name
 */
export function commandMenu(
  ids: readonly string[],
  presentationOf: (id: string) => CommandPresentation | null,
  args: CommandArgs = {},
): MenuItem[] {
  const items = ids.flatMap((id, at): MenuItem[] => {
    if (id === '-') return [{ kind: 'separator', id: `line-${at}` }]
    const presentation = presentationOf(id)
    if (!presentation) return []
    return [
      {
        id,
        label: presentation.labelWith(args),
        keys: presentation.keys,
        menuKey: menuKeys[id],
        commandId: id,
        commandArgs: argumentsFor(presentation, args),
        icon: presentation.icon ? createElement(Icon, { name: presentation.icon }) : undefined,
        disabled: !presentation.availabilityWith(args).available,
      },
    ]
  })
  // Drops separators at the start, at the end and next to each other.
  return items.filter(
    (item, at) =>
      item.kind !== 'separator' || (at > 0 && at < items.length - 1 && items[at + 1]?.kind !== 'separator'),
  )
}

/** The arguments that the command declares. */
function argumentsFor({ command }: CommandPresentation, args: CommandArgs): CommandArgs | undefined {
  const pairs = (command.args ?? []).flatMap(({ name }) =>
    args[name] === undefined ? [] : [[name, args[name]] as const],
  )
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}
