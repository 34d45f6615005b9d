const generic = ['inherit', 'serif', 'sans-serif', 'monospace', 'system-ui']

/** A font's name as CSS: a generic family as it is, any other quoted, so that it cannot inject other CSS. */
export const fontFamily = (name: string): string =>
  generic.includes(name) ? name : JSON.stringify(name.replaceAll(/["\\]/g, ''))
