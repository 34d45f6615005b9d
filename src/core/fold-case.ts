/** A text for comparing names without regard to case, width and accents: `Ｃafé` and `cafe` are equal. */
export const foldCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC')
