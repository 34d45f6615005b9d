/** A plugin's part as data, in the kinds that show one. */
import type { z } from 'zod'
import { pluginNode, type PluginNode, type PluginTree } from '../../../plugin-api/tree.ts'
import type { Contributor, RemoteStore, SandboxedKind } from '../contributions/kind.ts'
import type * as PluginTreeModule from './plugin-tree.tsx'
import { createTreePart, type TreePart } from './tree-part.ts'

/** Loads what draws it. */
export function treeLoader<Part>(
  tree: PluginTree,
  { manifest, failed }: Pick<Contributor, 'manifest' | 'failed'>,
  of: (module: typeof PluginTreeModule, part: TreePart) => Part,
): () => Promise<{ readonly default: Part }> {
  const part = createTreePart(manifest.id, tree, failed)
  return async () => ({ default: of(await import('./plugin-tree.tsx'), part) })
}

const $tree: RemoteStore = {
  value: pluginNode.nullable(),
  initial: null,
  valueFor: (tree: PluginNode | null, { reach }) => tree && reach.tree(tree),
}

/** How a plugin in a sandbox gives it. @param data beside the tree */
export const sandboxedTree = (data: z.ZodType): SandboxedKind => ({
  data,
  most: 30,
  stores: { $tree },
  hasHandlers: true,
})
