/** Long markup in pieces that a model can hold, cut between elements, and put together again. */
import { textOf, toMarkup, toTree, type Node } from '../feeds/sanitise/tree.ts'

const PIECE_MAX = 6000
/** Beyond that the rest stays as it is: nobody reads a translated book here. */
const PIECES_MAX = 40

/** @param html sanitised markup @param change from one piece to another @returns the whole */
export async function piecewise(html: string, change: (piece: string) => Promise<string>): Promise<string> {
  const plan = cut(toTree(html))
  let number = 0
  const done = plan.map(async (piece) => {
    if (!piece.says) return piece.markup
    number += 1
    return number > PIECES_MAX ? piece.markup : change(piece.markup)
  })
  return (await Promise.all(done)).join('')
}

/** `says`: there are words in it. */
type Piece = { readonly markup: string; readonly says: boolean }
const HOLE = '\u{F8FF}'

function cut(nodes: readonly Node[]): Piece[] {
  const pieces: Piece[] = []
  let held: Node[] = []
  let length = 0
  const close = () => {
    if (held.length > 0)
      pieces.push({ markup: toMarkup(held), says: held.some((node) => textOf(node).trim() !== '') })
    held = []
    length = 0
  }
  for (const node of nodes) {
    const size = toMarkup([node]).length
    if (length + size > PIECE_MAX) close()
    if (size > PIECE_MAX) pieces.push(...opened(node))
    else {
      held.push(node)
      length += size
    }
  }
  close()
  return pieces
}

/** One node that is too long alone: an element around the pieces of its children, or a text in parts. */
function opened(node: Node): Piece[] {
  if (typeof node === 'string') return parts(node).map((part) => ({ markup: toMarkup([part]), says: true }))
  const [before = '', after = ''] = toMarkup([{ ...node, children: [HOLE] }]).split(HOLE)
  return [{ markup: before, says: false }, ...cut(node.children), { markup: after, says: false }]
}

function parts(text: string): string[] {
  const list: string[] = []
  for (let rest = text; rest !== '';) {
    const stop = rest.length <= PIECE_MAX ? rest.length : rest.lastIndexOf('. ', PIECE_MAX) + 2
    const at = stop < 2 ? PIECE_MAX : stop
    list.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return list
}
