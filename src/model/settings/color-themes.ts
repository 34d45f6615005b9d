/** Themes that features provide: other colours in place of the reader's own. */
import { combine, createEvent, createStore } from 'effector'
import { $appearance } from './settings.ts'

export type ColorTheme = {
  /** Unique. */
  readonly id: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /** The mode in which it applies. */
  readonly mode: 'light' | 'dark'
  /** CSS colours by the names of design tokens, without their dashes. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The value of the settings that chooses the reader's own colours. */
export const OWN_COLORS = 'default'

export const colorThemesProvided = createEvent<readonly ColorTheme[]>()
export const $colorThemes = createStore<readonly ColorTheme[]>([], { serialize: 'ignore' }).on(
  colorThemesProvided,
  (_, themes) => themes,
)

/** What the user has chosen for each mode. */
const $chosen = $appearance.map(
  ({ colorThemeLight, colorThemeDark }) => `${colorThemeLight} ${colorThemeDark}`,
)

/** The chosen themes that are loaded, at most one for each mode. */
export const $appliedThemes = combine($colorThemes, $chosen, (themes, chosen) => {
  const [light, dark] = chosen.split(' ')
  return themes.filter(({ id, mode }) => id === (mode === 'light' ? light : dark))
})
/** A chosen theme is not loaded, such as one of a plugin that is off or has not started yet. */
export const $isThemeMissing = combine($colorThemes, $chosen, (themes, chosen) =>
  chosen.split(' ').some((id) => id !== OWN_COLORS && !themes.some((one) => one.id === id)),
)
