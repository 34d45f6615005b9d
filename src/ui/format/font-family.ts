const generic = ['inherit', 'serif', 'sans-serif', 'monospace', 'system-ui']

/** The faces for reading that come with the product, by the name that the setting stores. Their files: src/ui/styles/fonts.css. */
const readingFaces: Readonly<
  Record<string, { readonly family: string; readonly kind: 'serif' | 'sans-serif' }>
> = {
  'Source Serif 4': { family: 'Source Serif 4 Variable', kind: 'serif' },
  'Source Sans 3': { family: 'Source Sans 3 Variable', kind: 'sans-serif' },
  'Atkinson Hyperlegible Next': { family: 'Atkinson Hyperlegible Next Variable', kind: 'sans-serif' },
}

/** Names of the faces for reading that come with the product: a serif, a sans, and one whose letters are hard to confuse. */
export const readingFaceNames: readonly string[] = Object.keys(readingFaces)

/** The kind of a face that comes with the product, which decides what other scripts are drawn in; undefined for any other. */
export const kindOfReadingFace = (name: string): 'serif' | 'sans-serif' | undefined =>
  readingFaces[name]?.kind

/** A font's name as CSS: a generic family as it is, any other quoted, so that it cannot inject other CSS. */
export const fontFamily = (name: string): string =>
  generic.includes(name)
    ? name
    : JSON.stringify((readingFaces[name]?.family ?? name).replaceAll(/["\\]/g, ''))
