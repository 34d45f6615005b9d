import { z } from 'zod'
import type { PluginEntryPanel } from '../../../plugin-api/client.ts'
import { declaredLoader } from './declaration.ts'
import type { Contributor, Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const entryPanel: Kind<PluginEntryPanel> = {
  add: (panel, contributor) => {
    const id = `${contributor.manifest.id} ${contributor.countIn('entryPanels')}`
    return { entryPanels: [{ id, load: guarded(loaderOf(panel, contributor), contributor.broke) }] }
  },
  declared: (_, declaration, contributor) => ({
    load: declaredLoader(declaration, (given) => loaderOf(given, contributor)),
  }),
  sandboxed: sandboxedTree(z.object({})),
}

const loaderOf = (panel: PluginEntryPanel, contributor: Contributor) =>
  'load' in panel ? panel.load : treeLoader(panel, contributor, ({ treeOf }, part) => treeOf(part))
