import type { ColorTheme } from '../model/settings/index.ts'

/**
 * @param themes their tokens and values are checked where they are registered
 * @returns a stylesheet by which each applies where the page, or a part of it, is in its mode; not to parts with
 * `data-own-colors`
 */
export function themeCss(themes: readonly ColorTheme[]): string {
  const rules = themes.map(({ mode, tokens }) => {
    const values = Object.entries(tokens)
      .map(([name, value]) => `--${name}: ${value};`)
      .join(' ')
    return `[data-theme='${mode}']:not([data-own-colors]) { ${values} }
@media (prefers-color-scheme: ${mode}) { :root:not([data-theme]) { ${values} } }`
  })
  return rules.length === 0 ? '' : `@layer tokens {\n${rules.join('\n')}\n}`
}
