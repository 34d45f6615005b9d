/** Themes of plugins: other colours for the reader. */
import { z } from 'zod'

/** The design tokens that a theme can set, as src/ui/styles/tokens.css explains them. The accent stays the user's. */
export const themeTokens = [
  'surface-reading',
  'surface-list',
  'surface-sidebar',
  'surface-raised',
  'surface-sunken',
  'surface-field',
  'surface-inverse',
  'scrim',
  'ink',
  'ink-secondary',
  'ink-muted',
  'ink-faint',
  'ink-inverse',
  'line',
  'line-strong',
  'line-control',
  'fill-faint',
  'fill-hover',
  'fill-active',
  'fill-selected-quiet',
  'danger',
  'danger-ink',
  'danger-fill',
  'warning',
  'warning-ink',
  'warning-fill',
  'success',
  'success-ink',
  'success-fill',
  'shadow-sm-color',
  'shadow-lg-color',
] as const
export type ThemeToken = (typeof themeTokens)[number]

/**
 * Colours that the user can choose in the appearance settings in place of the reader's own. It applies while the page is light
 * or dark, as `mode` says; the user chooses one for each. When the plugin stops, the reader's own return.
 * @example
 * theme({
 *   id: 'paper',
 *   title: 'paper',
 *   mode: 'light',
 *   tokens: { 'surface-reading': '#fbf5e6', 'surface-list': '#f6eeda', ink: '#3b3228' },
 * })
 */
export type PluginTheme = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales. */
  readonly title: string
  readonly mode: 'light' | 'dark'
  /**
   * A colour for each token, as `#rrggbb` or a CSS function of numbers such as `oklch(0.98 0.01 85 / 0.5)`. Tokens that are
   * absent stay as they are. Text has a contrast of 4.5:1 on each surface (WCAG), also where one of the two is the reader's own.
   */
  readonly tokens: Readonly<Partial<Record<ThemeToken, string>>>
}

/** Numbers alone inside of the function, so that a value can neither load anything nor end its declaration. */
const color = z
  .string()
  .max(80)
  .regex(/^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl|hwb|lab|lch|oklab|oklch)\([0-9.%, /-]+\))$/i)

export const pluginTheme = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  title: z.string().min(1).max(100),
  mode: z.enum(['light', 'dark']),
  tokens: z.partialRecord(z.enum(themeTokens), color),
})
