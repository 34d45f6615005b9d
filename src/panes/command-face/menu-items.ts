import { createElement } from 'react'
import { Icon, type MenuItem } from '../../ui/index.ts'
import type { CommandFace } from './use-command-faces.ts'

/** A menu drawn from the registry: ids in order, '-' is a line; what is not registered is left out. */
export function commandMenu(ids: readonly string[], faceOf: (id: string) => CommandFace | null): MenuItem[] {
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
