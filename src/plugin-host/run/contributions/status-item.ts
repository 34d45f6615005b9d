import { createStore } from 'effector'
import { z } from 'zod'
import type { Status } from '../../../features/feature.ts'
import type { PluginStatus, PluginStatusItem } from '../../../plugin-api/client.ts'
import { icon as iconName, key, partId, pluginText } from '../../sandbox/schemas.ts'
import type { StatusItemRow } from '../../../plugin-api/contributes.ts'
import { follow } from './declaration.ts'
import type { Kind } from './kind.ts'
import { notificationOf } from './plugin-message.ts'

export const statusItem: Kind<PluginStatusItem> = {
  add: ({ id, icon = null, command = null, $state }, { manifest }) => {
    const statusOf = ({ text, tooltip }: PluginStatus): Status => ({
      text: notificationOf(manifest, text),
      tooltip: tooltip ? notificationOf(manifest, tooltip) : null,
    })
    const plugin = manifest.id
    const $status = $state.map((state) => state && statusOf(state))
    return { statusItems: [{ id: `${plugin}/${id}`, plugin, icon, command, $status }] }
  },
  declared: (row: StatusItemRow, { whenLoaded }, contributor) => {
    const $state = createStore<PluginStatus | null>(null, { serialize: 'ignore' })
    whenLoaded((given) => follow(given.$state, $state, contributor))
    return { ...row, $state }
  },
  sandboxed: {
    data: z.object({ id: partId, icon: iconName.optional(), command: key.optional() }),
    most: 3,
    stores: {
      $state: {
        value: z.object({ text: pluginText, tooltip: pluginText.optional() }).nullable(),
        initial: null,
      },
    },
  },
}
