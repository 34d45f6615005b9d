/** How the text of a quotation is compared with a text that may have been edited since. */

const TYPOGRAPHY: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '‑': '-',
  '–': '-',
  '—': '-',
}
/** Without regard to case and typography, which publishers change, with the same length. */
export const foldedQuotation = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const character = text[at] ?? ''
    const lower = character.toLowerCase()
    return TYPOGRAPHY[character] ?? (lower.length === 1 ? lower : character)
  }).join('')

/** How many characters two texts have in common from their start. */
export function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}
/** From their end. */
export function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length))
    length += 1
  return length
}
