import { z } from 'zod'
import type { PanelFrame, PluginEntryPanel } from '../../../plugin-api/client.ts'
import { key } from '../../sandbox/schemas.ts'
import { declaredLoader } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const entryPanel: Kind<PluginEntryPanel> = {
  add: (panel, contributor) => {
    const plugin = contributor.manifest.id
    const id = `${plugin} ${contributor.countIn('entryPanels')}`
    const load = guarded(loaderOf(panel, contributor), contributor.broke)
    return {
      entryPanels: [
        { id, load, ...(panel.place === 'below' && { below: { titleKey: `${plugin}:${panel.title}` } }) },
      ],
    }
  },
  declared: (row: PanelFrame, declaration, contributor) => ({
    ...row,
    load: declaredLoader(declaration, (given) => loaderOf(given, contributor)),
  }),
  sandboxed: sandboxedTree(
    z.union([
      z.object({ place: z.literal('below'), title: key }),
      z.object({ place: z.literal('above').optional() }),
    ]),
  ),
}

const loaderOf = (panel: PluginEntryPanel, contributor: Contributor) =>
  'load' in panel ? panel.load : treeLoader(panel, contributor, ({ panelOf }, part) => panelOf(part))
