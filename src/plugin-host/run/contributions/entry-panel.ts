import { z } from 'zod'
import type { PluginEntryPanel } from '../../../plugin-api/client.ts'
import type { Kind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { sandboxedTree, treeLoader } from '../parts/tree.ts'

export const entryPanel: Kind<PluginEntryPanel> = {
  add: (panel, contributor) => {
    const load =
      'load' in panel ? panel.load : treeLoader(panel, contributor, ({ treeOf }, part) => treeOf(part))
    const id = `${contributor.manifest.id} ${contributor.countIn('entryPanels')}`
    return { entryPanels: [{ id, load: guarded(load, contributor.broke) }] }
  },
  sandboxed: sandboxedTree(z.object({})),
}
