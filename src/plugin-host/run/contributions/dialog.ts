import { z } from 'zod'
import { dialogClosed, dialogOpened } from '../../../model/layout/index.ts'
import type { PluginDialog, PluginTreeDialog } from '../../../plugin-api/client.ts'
import { key, partId } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const dialog: Kind<PluginDialog<z.ZodType<object>> | PluginTreeDialog> = {
  add: (given, contributor) => {
    const id = `${contributor.manifest.id}/${given.id}` as const
    const propsSchema = 'load' in given ? given.props : z.object({})
    const load = guarded<object & { readonly onClose: () => void }>(
      'load' in given
        ? (given.load as never)
        : treeLoader(given, contributor, ({ dialogOf }, part) => dialogOf(part, given.title)),
      contributor.broke,
    )
    contributor.onStop(() => contributor.trigger(dialogClosed, { id }))
    return {
      dialogs: [{ id, load: async () => ({ ...(await load()), propsSchema }) }],
      returns: dialogOpened.prepend((props: object | void) => ({ id, props: props ?? {} })),
    }
  },
  sandboxed: { ...sandboxedTree(z.object({ id: partId, title: key })), isOpened: true },
}
