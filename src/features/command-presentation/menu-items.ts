import { createElement } from 'react'
import { Icon, type MenuItem } from '../../ui/index.ts'
import type { CommandPresentation } from './use-command-presentation.ts'

/** A menu drawn from the registry: ids in order, '-' is a line; what is not registered is left out. @param args what the row tells the commands that would ask */
export function commandMenu(
  ids: readonly string[],
  faceOf: (id: string) => CommandPresentation | null,
  args: Readonly<Record<string, string>> = {},
): MenuItem[] {
  const items = ids.flatMap((id, at): MenuItem[] => {
    if (id === '-') return [{ kind: 'separator', id: `line-${at}` }]
    const face = faceOf(id)
    if (!face) return []
    return [
      {
        id,
        label: face.label,
        keys: face.keys,
        commandId: id,
        commandArgs: asked(face, args),
        icon: face.icon ? createElement(Icon, { name: face.icon }) : undefined,
        disabled: !face.state.available,
      },
    ]
  })
  // A line with nothing before or after it separates nothing.
  return items.filter(
    (item, at) =>
      item.kind !== 'separator' || (at > 0 && at < items.length - 1 && items[at + 1]?.kind !== 'separator'),
  )
}

/** The arguments that the command declares. */
function asked(
  { command }: CommandPresentation,
  args: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const known = (command.args ?? []).flatMap(({ name }) =>
    args[name] === undefined ? [] : [[name, args[name]] as const],
  )
  return known.length > 0 ? Object.fromEntries(known) : undefined
}
