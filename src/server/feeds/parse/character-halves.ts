/** A character outside the basic plane that was written as two references, one per surrogate. */
const HALVES =
  /&#(?:x(d[89ab][\da-f]{2})|(5529[6-9]|55[3-9]\d\d|56[0-2]\d\d|563[01]\d));&#(?:x(d[c-f][\da-f]{2})|(563[2-9]\d|56[4-9]\d\d|57[0-2]\d\d|573[0-3]\d|5734[0-3]));/gi

const half = (hex: string | undefined, decimal: string | undefined): number =>
  hex === undefined ? Number(decimal) : parseInt(hex, 16)

/** @returns markup with these references replaced by the character */
export const withWholeCharacters = (markup: string): string =>
  markup.includes('&#')
    ? markup.replace(HALVES, (_, high?: string, highNumber?: string, low?: string, lowNumber?: string) =>
        String.fromCharCode(half(high, highNumber), half(low, lowNumber)),
      )
    : markup
