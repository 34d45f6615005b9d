/** Moves buttons of the toolbar within and between its two groups. */
import type { ToolbarOrder } from '../../entry/index.ts'

export type ToolbarGroup = keyof ToolbarOrder

/** One place up or down; past the end of a group it goes into the other one. */
export function moveButton(order: ToolbarOrder, id: string, by: -1 | 1): ToolbarOrder {
  const group: ToolbarGroup = order.main.includes(id) ? 'main' : 'more'
  const index = order[group].indexOf(id)
  if (index < 0) return order
  const next = index + by
  if (next >= 0 && next < order[group].length) return placeButton(order, id, group, next)
  if (group === 'main' && by === 1) return placeButton(order, id, 'more', 0)
  return group === 'more' && by === -1 ? placeButton(order, id, 'main', order.main.length) : order
}

/** @param index in the group without the button */
export function placeButton(
  order: ToolbarOrder,
  id: string,
  group: ToolbarGroup,
  index: number,
): ToolbarOrder {
  const without = {
    main: order.main.filter((one) => one !== id),
    more: order.more.filter((one) => one !== id),
  }
  return { ...without, [group]: without[group].toSpliced(index, 0, id) }
}
