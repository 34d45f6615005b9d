/** Letters that are easy to reach and to tell apart. */
const LETTERS = 'sadfjklewcmpgh'

/** As many labels of equal length as there are targets: two letters, three for more than 196. */
export function hintLabels(count: number): readonly string[] {
  const length = Math.max(2, Math.ceil(Math.log(Math.max(1, count)) / Math.log(LETTERS.length)))
  return Array.from({ length: count }, (_, at) =>
    Array.from({ length }, (__, position) => {
      // The last letter changes slowest, so that neighbours begin with different letters.
      const index = Math.floor(at / LETTERS.length ** position) % LETTERS.length
      return LETTERS[index]
    }).join(''),
  )
}

/** The letter of a press: by its character, or by its position on a layout without Latin letters. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const physical = /^Key([A-Z])$/.exec(code)?.[1]
  return physical !== undefined && key.length === 1 ? physical.toLowerCase() : null
}
