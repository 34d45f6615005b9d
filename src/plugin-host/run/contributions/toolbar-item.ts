import { sample } from 'effector'
import { z } from 'zod'
import { toolbarItemChanged } from '../../../features/registry.ts'
import type { PluginToolbarItem } from '../../../plugin-api/client.ts'
import { icon, key } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'

export const toolbarItem: Kind<PluginToolbarItem> = {
  add: ({ $state, ...item }, { started }) => {
    if ($state)
      sample({
        clock: [$state, started],
        source: $state,
        fn: (state) => ({ command: item.command, state }),
        target: toolbarItemChanged,
      })
    return { toolbarItems: [item] }
  },
  sandboxed: {
    data: z.object({ command: key, group: z.enum(['main', 'more']), icon }),
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
