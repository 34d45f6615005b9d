import { z } from 'zod'
import { screenRequested } from '../../../model/location/index.ts'
import type { PluginScreen } from '../../../plugin-api/client.ts'
import { key } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { framed } from '../parts/plugin-page.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const screen: Kind<PluginScreen> = {
  add: ({ path, title, intro, notOnTrial = false, ...content }, contributor) => {
    const { id } = contributor.manifest
    if (path !== `/${id}` && !path.startsWith(`/${id}/`))
      throw new Error(`The address ${path} is not below /${id}`)
    const load =
      'load' in content
        ? content.load
        : treeLoader(content, contributor, ({ screenOf }, part) => screenOf(part))
    return {
      screens: [
        {
          path,
          titleKey: `${id}:${title}`,
          load: framed(guarded(load, contributor.broke), { plugin: id, title, intro, notOnTrial }),
        },
      ],
      returns: screenRequested.prepend(() => ({ path })),
    }
  },
  sandboxed: {
    ...sandboxedTree(
      z.object({
        path: z.string().regex(/^\/[a-z0-9/-]{1,200}$/),
        title: key,
        intro: key.optional(),
      }),
    ),
    isOpened: true,
  },
}
