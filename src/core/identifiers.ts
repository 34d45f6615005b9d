/** Names in code of ids with dashes. */

/** `readLater` of `read-later`. */
export const camel = (id: string): string =>
  id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `ReadLater` of `read-later`. */
export const pascal = (id: string): string => camel(id).replace(/^./, (letter) => letter.toUpperCase())
