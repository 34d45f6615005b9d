/** Splits long markup between elements into chunks, which are changed one by one, and joins the results. */
import { textOf, toMarkup, toTree, type Node } from './tree.ts'

const CHUNK_MAX = 6000
/** Later chunks are returned unchanged, to bound the cost. */
const CHUNKS_MAX = 40

/** @param html sanitised markup @param change maps one chunk @returns the joined markup */
export async function mapChunks(html: string, change: (chunk: string) => Promise<string>): Promise<string> {
  const plan = cut(toTree(html))
  let number = 0
  const done = plan.map(async (chunk) => {
    if (!chunk.hasText) return chunk.markup
    number += 1
    return number > CHUNKS_MAX ? chunk.markup : change(chunk.markup)
  })
  return (await Promise.all(done)).join('')
}

/** `hasText`: whether there is text to map. */
type Chunk = { readonly markup: string; readonly hasText: boolean }
const PLACEHOLDER = '\u{F8FF}'

function cut(nodes: readonly Node[]): Chunk[] {
  const chunks: Chunk[] = []
  let pending: Node[] = []
  let length = 0
  const close = () => {
    if (pending.length > 0)
      chunks.push({ markup: toMarkup(pending), hasText: pending.some((node) => textOf(node).trim() !== '') })
    pending = []
    length = 0
  }
  for (const node of nodes) {
    const size = toMarkup([node]).length
    if (length + size > CHUNK_MAX) close()
    if (size > CHUNK_MAX) chunks.push(...splitNode(node))
    else {
      pending.push(node)
      length += size
    }
  }
  close()
  return chunks
}

/** Splits one node that is too long: an element around the chunks of its children, or a text in parts. */
function splitNode(node: Node): Chunk[] {
  if (typeof node === 'string')
    return parts(node).map((part) => ({ markup: toMarkup([part]), hasText: true }))
  const [before = '', after = ''] = toMarkup([{ ...node, children: [PLACEHOLDER] }]).split(PLACEHOLDER)
  return [{ markup: before, hasText: false }, ...cut(node.children), { markup: after, hasText: false }]
}

function parts(text: string): string[] {
  const list: string[] = []
  for (let remaining = text; remaining !== '';) {
    const stop = remaining.length <= CHUNK_MAX ? remaining.length : remaining.lastIndexOf('. ', CHUNK_MAX) + 2
    const at = stop < 2 ? CHUNK_MAX : stop
    list.push(remaining.slice(0, at))
    remaining = remaining.slice(at)
  }
  return list
}
