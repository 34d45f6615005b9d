/** Finds a passage in rendered content. */
import type { Passage } from '../../model/reading/index.ts'
import { blocksOf, ownNodes } from './translate-content.ts'

type Place = { readonly node: Text; readonly offset: number }

/** @returns null where the block has another text by now, as in a translation */
export function rangeOfPassage(
  content: Element,
  { block, from, text }: Omit<Passage, 'entryId'>,
): Range | null {
  const element = blocksOf(content)[block]
  if (!element) return null
  const { characters, places } = normalised(ownNodes(element))
  const first = places[from]
  const last = places[from + text.length - 1]
  if (!first || !last || characters.slice(from, from + text.length) !== text) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** The text as `blockTexts` has it, and where each character stands; null for a line break. */
function normalised(nodes: readonly Node[]) {
  let characters = ''
  const places: (Place | null)[] = []
  const add = (character: string, place: Place | null) => {
    const isSpace = /\s/.test(character)
    if (isSpace && (characters === '' || characters.endsWith(' '))) return
    characters += isSpace ? ' ' : character
    places.push(place)
  }
  for (const node of nodes.flatMap(leavesOf)) {
    if (!(node instanceof Text)) add(' ', null)
    else
      for (let offset = 0; offset < node.data.length; offset += 1)
        add(node.data[offset] ?? '', { node, offset })
  }
  return { characters, places }
}

/** Texts and line breaks, without translations. */
function leavesOf(node: Node): readonly Node[] {
  if (node instanceof Text) return [node]
  if (!(node instanceof Element) || node.matches('.entry-translation')) return []
  return node.matches('br') ? [node] : [...node.childNodes].flatMap(leavesOf)
}
