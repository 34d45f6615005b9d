/** How similar two texts are by words and their frequency. Order is ignored: a page may arrange its parts differently. */

export type Shared = {
  /** The share of the first text's words that the second has, and vice versa. From 0 to 1. */
  readonly precision: number
  readonly recall: number
  /** Their harmonic mean. */
  readonly score: number
}

const termsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function sharedText(text: string, other: string): Shared {
  const terms = termsOf(text)
  const left = new Map<string, number>()
  const others = termsOf(other)
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of terms) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  const precision = terms.length > 0 ? shared / terms.length : 0
  const recall = others.length > 0 ? shared / others.length : 0
  return { precision, recall, score: shared > 0 ? (2 * precision * recall) / (precision + recall) : 0 }
}
