import type { ComponentType } from 'react'
import { z } from 'zod'
import { dialogClosed, dialogOpened } from '../../../model/layout/index.ts'
import type { PluginDialog, PluginTreeDialog } from '../../../plugin-api/client.ts'
import { key, partId } from '../../sandbox/schemas.ts'
import { declaredLoader } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

/** Overloads of the host's function are one kind. */
export type DialogInput = PluginDialog<z.ZodType<object>> | PluginTreeDialog
type Load = () => Promise<{ readonly default: ComponentType<object & { readonly onClose: () => void }> }>

const loaderOf = (given: DialogInput, contributor: Contributor): Load =>
  'load' in given
    ? given.load
    : treeLoader(given, contributor, ({ dialogOf }, part) => dialogOf(part, given.title))

const propsOf = (given: DialogInput): z.ZodType<object> => ('load' in given ? given.props : z.object({}))

export const dialog: Kind<DialogInput> = {
  add: (given, contributor) => {
    const id = `${contributor.manifest.id}/${given.id}` as const
    const load = guarded(loaderOf(given, contributor), contributor.broke)
    contributor.onStop(() => contributor.trigger(dialogClosed, { id }))
    return {
      dialogs: [{ id, load: async () => ({ ...(await load()), propsSchema: propsOf(given) }) }],
      returns: dialogOpened.prepend((props: object | void) => ({ id, props: props ?? {} })),
    }
  },
  declared: ({ id }: { readonly id: string }, declaration, contributor) => {
    let props: z.ZodType<object> = z.object({})
    declaration.whenLoaded((given) => (props = propsOf(given)))
    return {
      id,
      get props() {
        return props
      },
      load: declaredLoader(declaration, (given) => loaderOf(given, contributor)),
    }
  },
  sandboxed: { ...sandboxedTree(z.object({ id: partId, title: key })), isOpened: true },
}
