import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { safeHref } from '../core/safe-href.ts'
import { Prose } from './prose.tsx'

export type MarkdownProps = {
  readonly text: string
  /** Draws a link instead of the component; null: as the component does. */
  readonly linkOf?: (href: string, label: ReactNode) => ReactNode
}

/**
 * Markdown that others wrote: HTML is shown as text, pictures as their description, and a link whose label is not its
 * address names its host.
 */
export function Markdown({ text, linkOf }: MarkdownProps) {
  return <Prose>{nodesOf(lexer(text), linkOf)}</Prose>
}

type LinkOf = MarkdownProps['linkOf']

const nodesOf = (tokens: readonly Token[] | undefined, linkOf: LinkOf): ReactNode =>
  // The tokens of a text have no identity but their position.
  tokens?.map((token, at) => <Fragment key={at}>{nodeOf(token as MarkedToken, linkOf)}</Fragment>)

function nodeOf(token: MarkedToken, linkOf: LinkOf): ReactNode {
  const within = (tokens: readonly Token[] | undefined) => nodesOf(tokens, linkOf)
  switch (token.type) {
    case 'heading': {
      const Heading = `h${Math.min(token.depth + 2, 6)}` as 'h3' | 'h4' | 'h5' | 'h6'
      return <Heading>{within(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{within(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{within(token.tokens)}</blockquote>
    case 'list':
      return <ListOf list={token} linkOf={linkOf} />
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'table':
      return <TableOf table={token} linkOf={linkOf} />
    case 'hr':
      return <hr />
    case 'strong':
      return <strong>{within(token.tokens)}</strong>
    case 'em':
      return <em>{within(token.tokens)}</em>
    case 'del':
      return <del>{within(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return linkOf?.(token.href, within(token.tokens)) ?? <LinkTo link={token} linkOf={linkOf} />
    case 'text':
      return token.tokens ? within(token.tokens) : token.text
    case 'image':
    case 'escape':
      return token.text
    case 'html':
      return token.raw
    default:
      return null
  }
}

function ListOf({ list, linkOf }: { readonly list: Tokens.List; readonly linkOf: LinkOf }) {
  const items = list.items.map((item, at) => <li key={at}>{nodesOf(item.tokens, linkOf)}</li>)
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>
}

function TableOf({ table, linkOf }: { readonly table: Tokens.Table; readonly linkOf: LinkOf }) {
  return (
    <div className="ui-scroll">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th key={at}>{nodesOf(cell.tokens, linkOf)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{nodesOf(cell.tokens, linkOf)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A label can pretend another address. */
function LinkTo({ link, linkOf }: { readonly link: Tokens.Link; readonly linkOf: LinkOf }) {
  const href = safeHref(link.href)
  const label = nodesOf(link.tokens, linkOf)
  if (href === undefined) return label
  const host = URL.canParse(href) ? new URL(href).host : ''
  return (
    <>
      <a href={safeHref(link.href)} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
      {host !== '' && !link.text.includes(host) && ` (${host})`}
    </>
  )
}
