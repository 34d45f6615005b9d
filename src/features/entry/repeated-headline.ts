/** Hides a headline that only repeats the entry's title, which is shown above the content. */

/** Letters and digits, whatever stands between them. */
const lettersOf = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Not removed: places in the content, such as highlights and translated blocks, are counted with it. */
export function hideRepeatedHeadline(content: DocumentFragment, title: string | null): void {
  const heading = content.querySelector<HTMLElement>('h1,h2,h3,h4,h5,h6')
  const wanted = lettersOf(title)
  if (!heading || wanted === '' || lettersOf(heading.textContent) !== wanted) return
  const isAlone = lettersOf(content.textContent) === wanted
  if (isAlone || hasTextBefore(content, heading) || heading.querySelector('img,picture,video')) return
  heading.hidden = true
}

function hasTextBefore(content: DocumentFragment, heading: Element): boolean {
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (heading.contains(text)) return false
    if (text.data.trim() !== '') return true
  }
  return false
}
