/** Puts a translation into content, block by block. */
import type { EntryTranslation, TranslatedContent } from '../../model/entries/index.ts'
import { ADDED_CONTENT } from './added-content.ts'

/** What may hold a block of text. */
const BLOCK =
  'p,h1,h2,h3,h4,h5,h6,li,dt,dd,td,th,caption,figcaption,summary,blockquote,div,section,article,aside,header,footer,main,address,center'
/** Text that is not translated: code, formulas, and what the reader added. */
const UNTRANSLATED = `pre,math,${ADDED_CONTENT}`
const NESTED = `${BLOCK},${UNTRANSLATED},ul,ol,dl,table`
const MEDIA = 'img,picture,video,audio,iframe,button,object'

type Block = Element | DocumentFragment

/** The blocks that have text of their own, in the order of the document. */
export function blocksOf(content: Block): readonly Block[] {
  const blocks = new Set<Block>()
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!texts.currentNode.textContent?.trim() || parent?.closest(UNTRANSLATED)) continue
    blocks.add(parent?.closest(BLOCK) ?? content)
  }
  return [...blocks]
}

/** The text of each block. @param content changed in place */
export function blockTexts(content: DocumentFragment): readonly string[] {
  for (const lineBreak of content.querySelectorAll('br')) lineBreak.replaceWith(' ')
  return blocksOf(content).map(blockText)
}

/** The text of a block without that of the blocks in it. */
export const blockText = (block: Block): string =>
  ownNodes(block)
    .map((node) => node.textContent)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type ContentTranslation = Pick<EntryTranslation, 'language' | 'mode'> & {
  readonly content: TranslatedContent
}

/**
 * @param content clean nodes, changed in place
 * @param clean cleans markup as the content was cleaned
 */
export function translateContent(
  content: DocumentFragment,
  { content: translated, language, mode }: ContentTranslation,
  clean: (html: string) => DocumentFragment | null,
): void {
  const put = mode === 'bilingual' ? addBelow : replaceText
  const blocks = blocksOf(content)
  if ('texts' in translated) {
    for (const [at, block] of blocks.entries()) {
      const text = translated.texts[at]
      if (text) put(block, [document.createTextNode(text)], language)
    }
    return
  }
  const fragment = clean(translated.html)
  if (!fragment) return
  if (mode === 'translation-only') return content.replaceChildren(fragment)
  removeMedia(fragment)
  const others = blocksOf(fragment)
  if (others.length === blocks.length)
    for (const [at, other] of others.entries()) put(blocks[at] as Block, ownNodes(other), language)
  // Its blocks are others than those of the original.
  else content.append(translationElement('div', [fragment], language))
}

/** Between the block's own text and the blocks in it. */
function addBelow(block: Block, nodes: readonly Node[], language: string): void {
  const last = ownNodes(block).findLast((node) => node.textContent?.trim())
  // A space keeps the two apart where they are read as text, e.g. in the list of headings.
  block.insertBefore(document.createTextNode(' '), last?.nextSibling ?? null)
  block.insertBefore(translationElement('span', nodes, language), last?.nextSibling?.nextSibling ?? null)
}

/** The block's own text; its pictures stay. */
function replaceText(block: Block, nodes: readonly ChildNode[]): void {
  const own = ownNodes(block).filter((node) => !isMedia(node))
  own[0]?.before(...nodes)
  for (const node of own) node.remove()
}

function translationElement(name: 'span' | 'div', nodes: readonly Node[], language: string): HTMLElement {
  const element = document.createElement(name)
  element.className = 'entry-translation'
  element.lang = language
  element.dir = 'auto'
  element.append(...nodes)
  return element
}

/** Its children without those that are blocks or hold some. */
export const ownNodes = (block: Block): readonly ChildNode[] =>
  [...block.childNodes].filter(
    (node) => !(node instanceof Element) || !(node.matches(NESTED) || node.querySelector(BLOCK)),
  )

const isMedia = (node: ChildNode): boolean =>
  node instanceof Element && (node.matches(MEDIA) || node.querySelector(MEDIA) !== null)

function removeMedia(content: DocumentFragment): void {
  for (const element of content.querySelectorAll(MEDIA)) element.remove()
}
