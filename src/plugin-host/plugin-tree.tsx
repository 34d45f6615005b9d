/** Draws what a plugin shows as data. */
import { useUnit } from 'effector-react'
import type { Store } from 'effector'
import { safeHref } from '../core/safe-href.ts'
import { registry } from '../model/app/index.ts'
import type { PluginNode } from '../plugin-api/tree.ts'
import { Button, Notice } from '../ui/index.ts'
import './plugin-tree.css'

type TreeProps = { readonly plugin: string; readonly node: PluginNode }

/** A component that draws a store, and nothing while it is null. */
export const treeOf = (plugin: string, $tree: Store<PluginNode | null>) =>
  function PluginTree() {
    const tree = useUnit($tree)
    return tree && <Node plugin={plugin} node={tree} />
  }

function Node({ plugin, node }: TreeProps) {
  const invoked = useUnit(registry.commandInvoked)
  switch (node.kind) {
    case 'stack':
      return (
        <div className="plugin-stack">
          {node.children.map((child, at) => (
            <Node key={at} plugin={plugin} node={child} />
          ))}
        </div>
      )
    case 'list':
      return (
        <ul className="plugin-list">
          {node.items.map((item, at) => (
            <li key={at}>
              <Node plugin={plugin} node={item} />
            </li>
          ))}
        </ul>
      )
    case 'heading':
      return <h3>{node.text}</h3>
    case 'text':
      return <p>{node.text}</p>
    case 'notice':
      return <Notice tone={node.tone ?? 'quiet'}>{node.text}</Notice>
    case 'button':
      return (
        <Button
          onClick={() => {
            // Only its own: a plugin must not run the reader's commands by a button with another label.
            if (node.command.startsWith(`${plugin}:`))
              invoked({ id: node.command, source: 'button', ...(node.args && { args: node.args }) })
          }}
        >
          {node.label}
        </Button>
      )
    case 'link':
      return (
        <a href={safeHref(node.url)} target="_blank" rel="noopener noreferrer">
          {node.label}
        </a>
      )
  }
}
