/** How a quotation is found in a text that may have been edited since. */

const TYPOGRAPHY: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '‑': '-',
  '–': '-',
  '—': '-',
}
const UNSEEN = /[\s\u00AD\u200B-\u200D\u2060\uFEFF]/u

/** Without regard to case and typography, which publishers change, with the same length. */
export const foldedQuotation = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const character = text[at] ?? ''
    const lower = character.toLowerCase()
    return TYPOGRAPHY[character] ?? (lower.length === 1 ? lower : character)
  }).join('')

/** A space, or a character that is not seen: no two renditions of a text have them in the same places. */
export const isUnseen = (character: string): boolean => UNSEEN.test(character)

/** Folded, without what is not seen: as a quotation is compared with another rendition of its text. */
export const seenQuotation = (text: string): string =>
  foldedQuotation([...text].filter((character) => !isUnseen(character)).join(''))

type Quotation = {
  readonly exact: string
  /** The text before and after it. */
  readonly prefix: string
  readonly suffix: string
}

/**
 * Where a quotation stands in a text, both folded and with their spaces alike: of several places the one whose surroundings fit best;
 * of those that fit as well, the one nearest to `near`.
 * @param options.maxPlaces that are compared, from the start of the text
 * @returns -1 where it is not there
 */
export function placeOfQuotation(
  text: string,
  { exact, prefix, suffix }: Quotation,
  { near = 0, maxPlaces = Infinity }: { readonly near?: number; readonly maxPlaces?: number } = {},
): number {
  if (exact === '') return -1
  const [before, after] = [prefix.trimEnd(), suffix.trimStart()]
  let best = { at: -1, score: -1, distance: 0 }
  let left = maxPlaces
  for (let at = text.indexOf(exact); at >= 0 && left > 0; at = text.indexOf(exact, at + 1)) {
    const score =
      commonEnd(text.slice(0, at).trimEnd(), before) +
      commonStart(text.slice(at + exact.length).trimStart(), after)
    const distance = Math.abs(at - near)
    if (score > best.score || (score === best.score && distance < best.distance))
      best = { at, score, distance }
    left -= 1
  }
  return best.at
}

/** How many characters two texts have in common from their start. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}
/** From their end. */
function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length))
    length += 1
  return length
}
