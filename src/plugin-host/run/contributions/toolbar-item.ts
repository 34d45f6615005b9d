import { createStore, sample } from 'effector'
import { z } from 'zod'
import type { ToolbarItemState } from '../../../features/feature.ts'
import { toolbarItemChanged } from '../../../features/registry.ts'
import type { PluginToolbarItem } from '../../../plugin-api/client.ts'
import { icon, key } from '../../sandbox/schemas.ts'
import type { ToolbarItemRow } from '../../../plugin-api/contributes.ts'
import { follow } from './declaration.ts'
import type { Kind } from './kind.ts'

export const toolbarItem: Kind<PluginToolbarItem> = {
  add: ({ $state, ...item }, { started }) => {
    const { command, group } = item
    if ($state)
      sample({
        clock: [$state, started],
        source: $state,
        fn: (state) => ({ command, state }),
        target: toolbarItemChanged,
      })
    return { toolbarItems: [{ command, group, icon: item.icon }] }
  },
  declared: ({ hasState, ...item }: ToolbarItemRow, { whenLoaded }, contributor) => {
    const $state = createStore<ToolbarItemState>(hasState ? { hidden: true } : {}, { serialize: 'ignore' })
    whenLoaded((given) => given.$state && follow(given.$state, $state, contributor))
    return { ...item, $state }
  },
  sandboxed: {
    data: z.object({ command: key, group: z.enum(['main', 'more']), icon, hasState: z.boolean().optional() }),
    most: 20,
    stores: {
      $state: {
        value: z.object({
          pressed: z.boolean().optional(),
          busy: z.boolean().optional(),
          hidden: z.boolean().optional(),
        }),
        initial: {},
        isOptional: true,
      },
    },
  },
}
