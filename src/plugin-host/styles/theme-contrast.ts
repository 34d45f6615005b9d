/** Whether the text of a theme can be read: WCAG 2, level AA. */
import tokensCss from '../../ui/styles/tokens.css?raw'
import { themeTokens, type PluginTheme, type ThemeToken } from '../../plugin-api/theme.ts'
import { contrastOf } from './contrast.ts'

/** Of text on its background. */
const LEAST = 4.5

/** All but the one that has an ink of its own. */
const surfaces = themeTokens.filter((token) => token.startsWith('surface-') && token !== 'surface-inverse')
const inks = ['ink', 'ink-secondary', 'ink-muted', 'danger-ink', 'warning-ink', 'success-ink'] as const
/** Which text stands on which surface. */
const pairs: readonly (readonly [ThemeToken, ThemeToken])[] = [
  ...inks.flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)),
  ['ink-inverse', 'surface-inverse'],
]

/** The reader's own colours, which stay where a theme sets none. */
export function ownColor(token: ThemeToken, mode: PluginTheme['mode']): string {
  const [, light, dark] =
    new RegExp(`--${token}: light-dark\\((\\w+\\([^)]*\\)), (\\w+\\([^)]*\\))\\)`).exec(tokensCss) ?? []
  const color = mode === 'light' ? light : dark
  if (color === undefined) throw new Error(`There is no token ${token}`)
  return color
}

/** @returns the first text of a theme that cannot be read on one of its surfaces, in words; null where all can */
export function unreadableText({ mode, tokens }: Pick<PluginTheme, 'mode' | 'tokens'>): string | null {
  const canvas = mode === 'light' ? '#fff' : '#000'
  for (const [ink, surface] of pairs) {
    if (tokens[ink] === undefined && tokens[surface] === undefined) continue
    const [text, ground] = [ink, surface].map((token) => tokens[token] ?? ownColor(token, mode))
    const contrast = contrastOf(text ?? '', ground ?? '', canvas)
    // As it is shown, so that 4.5 never misses 4.5.
    const shown = Math.floor(contrast * 100) / 100
    if (shown < LEAST) return `${ink} on ${surface} has a contrast of ${shown}:1, and text needs ${LEAST}:1`
  }
  return null
}
