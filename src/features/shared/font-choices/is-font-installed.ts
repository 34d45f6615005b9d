/** Text whose letters differ in width between most fonts. */
const SAMPLE = 'mmmmmmmmmmlliWWwQ@&'
const FALLBACKS = ['monospace', 'serif', 'sans-serif'] as const

/**
 * Whether the browser has a font of this name: text in it is then as wide whatever the fallback. `document.fonts.check` says
 * nothing of fonts of the system.
 * @param widthOf px of a text in a CSS font
 */
export function isFontInstalled(family: string, widthOf = measure): boolean {
  return FALLBACKS.some(
    (fallback) => widthOf(SAMPLE, `72px "${family}", ${fallback}`) !== widthOf(SAMPLE, `72px ${fallback}`),
  )
}

function measure(text: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = font
  return context.measureText(text).width
}
