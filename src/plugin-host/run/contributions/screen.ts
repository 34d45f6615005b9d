import type { ComponentType } from 'react'
import { z } from 'zod'
import { screenRequested } from '../../../model/location/index.ts'
import type { PluginScreen, PluginTree } from '../../../plugin-api/client.ts'
import { icon, key } from '../../sandbox/schemas.ts'
import type { ScreenRow } from '../../../plugin-api/contributes.ts'
import { declaredLoader } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { framed } from '../parts/plugin-page.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const screen: Kind<PluginScreen> = {
  add: ({ path, title, intro, row, notOnTrial = false, ...content }, contributor) => {
    const { id } = contributor.manifest
    if (path !== `/${id}` && !path.startsWith(`/${id}/`))
      throw new Error(`The address ${path} is not below /${id}`)
    if (row && (path !== `/${id}` || !row.command.startsWith(`${id}:`)))
      throw new Error(`The row of ${path} is not of /${id}, or runs a command of others`)
    return {
      screens: [
        {
          path,
          titleKey: `${id}:${title}`,
          ...(row && { columnRow: row }),
          load: framed(guarded(loaderOf(content, contributor), contributor.broke), {
            plugin: id,
            title,
            intro,
            notOnTrial,
          }),
        },
      ],
      returns: screenRequested.prepend(() => ({ path })),
    }
  },
  declared: (row: ScreenRow, declaration, contributor) => ({
    ...row,
    load: declaredLoader(declaration, (given) => loaderOf(given, contributor)),
  }),
  sandboxed: {
    ...sandboxedTree(
      z.object({
        path: z.string().regex(/^\/[a-z0-9/-]{1,200}$/),
        title: key,
        intro: key.optional(),
        row: z.object({ icon, command: key }).optional(),
      }),
    ),
    isOpened: true,
  },
}

type Load = () => Promise<{ readonly default: ComponentType<object> }>
const loaderOf = (content: { readonly load: Load } | PluginTree, contributor: Contributor): Load =>
  'load' in content ? content.load : treeLoader(content, contributor, ({ screenOf }, part) => screenOf(part))
