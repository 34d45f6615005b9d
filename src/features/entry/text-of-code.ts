/** Elements of which each is a line of its own. */
const LINES = 'div,p,li,tr'

/** @returns the text of a block of code as it is displayed: elements that break lines are line ends */
export function textOfCode(block: Element): string {
  const copy = block.cloneNode(true) as Element
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of copy.querySelectorAll(LINES)) {
    const text = line.textContent ?? ''
    if (line.querySelector(LINES) === null && !text.endsWith('\n')) line.append('\n')
  }
  return copy.textContent ?? ''
}
