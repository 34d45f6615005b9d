/** Draws what a plugin shows as data. */
import { useUnit } from 'effector-react'
import { Fragment, useEffect, type ReactNode } from 'react'
import { safeHref, safeSource } from '../../../core/safe-href.ts'
import { registry } from '../../../model/app/index.ts'
import type { PluginNode } from '../../../plugin-api/tree.ts'
import {
  Button,
  Checkbox,
  Dialog,
  Icon,
  Markdown,
  Notice,
  Progress,
  Select,
  SkeletonText,
  useTranslation,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { pluginActed } from '../../installed/ledger.ts'
import { TreeChart, TreeTable } from './tree-figures.tsx'
import { TreeTextField } from './tree-text-field.tsx'
import type { HandlerCall, TreePart } from './tree-part.ts'
import './plugin-tree.css'

type Call = (call: HandlerCall) => void
type TreeProps = { readonly plugin: string; readonly node: PluginNode; readonly call: Call }

/** A component that draws a part, and nothing while it is null. */
export const treeOf = ({ plugin, $tree, called }: TreePart) =>
  function PluginTree() {
    const [tree, call] = useUnit([$tree, called])
    return (
      tree && (
        // The inner element is what the plugin's style sheet begins at; the outer one holds it together.
        <div data-plugin-part={plugin}>
          <div>
            <Node plugin={plugin} node={tree} call={call} />
          </div>
        </div>
      )
    )
  }

/** The same in an entry, whose id its handler `shown` is called with. */
export function panelOf(part: TreePart) {
  const Tree = treeOf(part)
  return function PluginTreePanel({ entry: { id } }: { readonly entry: { readonly id: string } }) {
    const call = useUnit(part.called)
    useEffect(() => void call({ name: 'shown', value: id }), [call, id])
    return <Tree />
  }
}

/** The same for a page: an outline while it is null. */
export function screenOf(part: TreePart) {
  const Tree = treeOf(part)
  return function PluginTreeScreen() {
    const isEmpty = useUnit(part.$tree) === null
    return <div aria-busy={isEmpty}>{isEmpty ? <SkeletonText /> : <Tree />}</div>
  }
}

/** The same in a dialog. @param title key of the plugin's locales */
export function dialogOf(part: TreePart, title: string) {
  const Content = screenOf(part)
  return function PluginTreeDialog({ onClose }: { readonly onClose: () => void }) {
    const { t } = useTranslation(part.plugin)
    return (
      <Dialog open onClose={onClose} title={t(title)} closeLabel={t('common:action.close')}>
        <Content />
      </Dialog>
    )
  }
}

/** Drawn one below another. A key that two of them have keeps neither. */
function Nodes({ nodes, item, ...props }: NodesProps) {
  const count = Map.groupBy(nodes, ({ key }) => key)
  return nodes.map((node, at) => {
    const key = node.key !== undefined && count.get(node.key)?.length === 1 ? `key ${node.key}` : at
    const drawn = <Node key={key} node={node} {...props} />
    return item ? <li key={key}>{drawn}</li> : drawn
  })
}
type NodesProps = Omit<TreeProps, 'node'> & {
  readonly nodes: readonly PluginNode[]
  /** Each is an item of a list. */
  readonly item?: boolean
}

function Node({ plugin, node, call }: TreeProps) {
  switch (node.kind) {
    case 'stack':
      return (
        <div className="plugin-stack">
          <Nodes nodes={node.children} plugin={plugin} call={call} />
        </div>
      )
    case 'list':
      return (
        <ul className="plugin-list">
          <Nodes nodes={node.items} plugin={plugin} call={call} item />
        </ul>
      )
    case 'heading':
      return <h3>{node.text}</h3>
    case 'text':
      return <p>{node.text}</p>
    case 'notice':
      return <Notice tone={node.tone ?? 'quiet'}>{node.text}</Notice>
    case 'picture':
      return <TreePicture plugin={plugin} node={node} />
    case 'icon':
      return (
        <span>
          <Icon name={node.name} />
          {node.label !== undefined && <VisuallyHidden>{node.label}</VisuallyHidden>}
        </span>
      )
    case 'table':
      return <TreeTable node={node} />
    case 'chart':
      return <TreeChart node={node} />
    case 'progress':
      return (
        <div className="plugin-progress">
          <Progress label={node.label} value={node.value} detail={node.detail} />
        </div>
      )
    case 'markdown':
      return <TreeMarkdown plugin={plugin} node={node} />
    case 'button':
      return <TreeButton plugin={plugin} node={node} call={call} />
    case 'link':
      return <TreeLink plugin={plugin} url={node.url} label={node.label} />
    case 'textField':
      return <TreeTextField node={node} call={call} />
    case 'checkbox':
      return (
        <Checkbox
          label={node.label}
          hint={node.hint}
          checked={node.checked}
          onChange={(value) => call({ name: node.change, value })}
        />
      )
    case 'select':
      return (
        <Select
          label={node.label}
          hint={node.hint}
          value={node.value}
          choices={node.choices}
          onChange={(value) => call({ name: node.change, value })}
        />
      )
  }
}

type PictureProps = Pick<TreeProps, 'plugin'> & { readonly node: Extract<PluginNode, { kind: 'picture' }> }

function TreePicture({ plugin, node: { url, description } }: PictureProps) {
  const acted = useUnit(pluginActed)
  const host = URL.parse(url)?.host ?? ''
  return (
    <img
      className="plugin-picture"
      src={safeSource(url)}
      alt={description}
      loading="lazy"
      referrerPolicy="no-referrer"
      onLoad={() => host !== '' && acted({ plugin, kind: 'contacted', what: host, count: 1 })}
    />
  )
}

type MarkdownProps = Pick<TreeProps, 'plugin'> & { readonly node: Extract<PluginNode, { kind: 'markdown' }> }

const TreeMarkdown = ({ plugin, node: { text, reachable } }: MarkdownProps) => (
  <Markdown text={text} {...(reachable && { linkOf: linksWithin(plugin, reachable) })} />
)

/** Links that may not be opened are their labels. */
const linksWithin =
  (plugin: string, reachable: readonly string[]) =>
  (href: string, label: ReactNode): ReactNode =>
    reachable.includes(href) ? (
      <TreeLink plugin={plugin} url={href} label={label} />
    ) : (
      <Fragment>{label}</Fragment>
    )

type LinkProps = Pick<TreeProps, 'plugin'> & { readonly url: string; readonly label: ReactNode }

function TreeLink({ plugin, url, label }: LinkProps) {
  const acted = useUnit(pluginActed)
  const what = URL.parse(url)?.host ?? url
  return (
    <a
      href={safeHref(url)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => acted({ plugin, kind: 'contacted', what, count: 1 })}
    >
      {label}
    </a>
  )
}

type ButtonProps = Omit<TreeProps, 'node'> & { readonly node: Extract<PluginNode, { kind: 'button' }> }

function TreeButton({ plugin, node: { label, command, args, press, value = '' }, call }: ButtonProps) {
  const invoked = useUnit(registry.commandInvoked)
  return (
    <Button
      onClick={() => {
        if (press) call({ name: press, value })
        // Only its own: a plugin must not run the reader's commands by a button with another label.
        if (command?.startsWith(`${plugin}:`))
          invoked({ id: command, source: 'button', ...(args && { args }) })
      }}
    >
      {label}
    </Button>
  )
}
