const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @param text plain text @returns a paragraph of HTML with the same text, escaped */
export const htmlOfText = (text: string): string =>
  `<p>${text.replaceAll(/[&<>]/g, (letter) => ENTITIES[letter] ?? '')}</p>`
