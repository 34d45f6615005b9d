import { useUnit } from 'effector-react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance } from '../../../model/settings/index.ts'
import { completeToolbarOrder, type ToolbarOrder } from '../../entry/index.ts'
import { $toolbarItems } from '../../registry.ts'

/** The order of the entry's buttons whose commands exist, and what changes it. */
export function useToolbarOrder(): {
  readonly order: ToolbarOrder
  readonly save: (order: ToolbarOrder) => void
} {
  const { appearance, items, commands, invoke } = useUnit({
    appearance: $appearance,
    items: $toolbarItems,
    commands: registry.$commands,
    invoke: registry.commandInvoked,
  })
  const complete = completeToolbarOrder(appearance.toolbarOrder, items)
  const known = (ids: readonly string[]) => ids.filter((id) => commands.has(id))
  return {
    order: { main: known(complete.main), more: known(complete.more) },
    save: ({ main, more }) =>
      invoke({
        id: 'settings:set',
        source: 'button',
        args: { tab: 'appearance', key: 'toolbarOrder', value: { main: [...main], more: [...more] } },
      }),
  }
}
