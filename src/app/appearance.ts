/** Applies the user's preferences to the page: colours, sizes, fonts, language, custom CSS. */
import { combine, createWatch, type Scope, type StoreValue } from 'effector'
import { $isEveryFeatureRegistered, contributed } from '../features/registry.ts'
import {
  $appearance,
  $appliedThemes,
  $colorMode,
  $customCssPaused,
  $general,
  $isThemeMissing,
} from '../model/settings/index.ts'
import type { StyleSheet } from '../features/feature.ts'
import { interfaceLanguage, memoizeByObject } from '../core/index.ts'
import { fontFamily, kindOfReadingFace, setDateStyle } from '../ui/index.ts'
import { changeLanguage } from './i18n.ts'
import { themeCss } from './theme-css.ts'

/** Read by src/startup/pre-paint.js before the first paint of the next visit. */
const PRE_PAINT_KEY = 'lectern:first-light'

const $styleSheets = contributed(({ styleSheets = [] }) => styleSheets)
const $preferences = combine({
  appearance: $appearance,
  mode: $colorMode,
  general: $general,
  cssPaused: $customCssPaused,
  themes: $appliedThemes,
  // Until the plugins have started the chosen one may still come.
  areThemesComing: combine(
    $isThemeMissing,
    $isEveryFeatureRegistered,
    (isMissing, areRegistered) => isMissing && !areRegistered,
  ),
})
type Preferences = StoreValue<typeof $preferences>

/** Made once for each, so that those of other features stay as they are. */
const cssStyleSheetOf = memoizeByObject(({ css }: StyleSheet): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
})

export function applyAppearance(scope: Scope): void {
  const customSheet = new CSSStyleSheet()
  // The one of pre-paint.js, with the themes of the last visit.
  const [themeSheet = new CSSStyleSheet()] = document.adoptedStyleSheets
  let css: string | undefined
  let themes = storedThemes()
  const apply = (preferences: Preferences) => {
    const nextThemes = preferences.areThemesComing ? themes : themeCss(preferences.themes)
    if (nextThemes !== themes) themeSheet.replaceSync(nextThemes)
    themes = nextThemes
    applyPreferences(preferences, themes)
    const next = preferences.cssPaused ? '' : preferences.appearance.customCSS
    if (next === css) return
    css = next
    customSheet.replaceSync(css ? `@layer custom {\n${css}\n}` : '')
  }
  apply(scope.getState($preferences))
  createWatch({ unit: $preferences, scope, fn: apply })
  const adopt = (sheets: readonly StyleSheet[]) => {
    document.adoptedStyleSheets = [themeSheet, ...sheets.map(cssStyleSheetOf), customSheet]
  }
  adopt(scope.getState($styleSheets))
  createWatch({ unit: $styleSheets, scope, fn: adopt })
}

function applyPreferences({ appearance, mode, general }: Preferences, themes: string): void {
  const root = document.documentElement
  const language = interfaceLanguage(general.language)
  if (mode === 'system') delete root.dataset.theme
  else root.dataset.theme = mode
  root.dataset.accent = appearance.accentColor
  root.toggleAttribute('data-reduce-motion', appearance.reduceMotion)
  root.toggleAttribute('data-pointer-cursor', appearance.usePointerCursor)
  root.toggleAttribute('data-opaque-sidebar', appearance.opaqueSidebar)
  root.toggleAttribute('data-no-modal-overlay', !appearance.modalOverlay)
  root.toggleAttribute('data-draggable-dialogs', appearance.modalDraggable)
  const face = kindOfReadingFace(appearance.readerFontFamily)
  if (face) root.dataset['readingFace'] = face
  else delete root.dataset['readingFace']
  setDateStyle(appearance.dateFormat)
  const sizes = {
    '--ui-text-size': `${appearance.uiTextSize}px`,
    '--ui-font-family': fontFamily(appearance.uiFontFamily),
    '--reader-font-family': fontFamily(appearance.readerFontFamily),
    '--content-font-size': `${appearance.contentFontSize}px`,
    '--content-line-height': String(appearance.contentLineHeight),
    '--measure': `${appearance.contentMeasure}ch`,
  }
  for (const [name, value] of Object.entries(sizes)) root.style.setProperty(name, value)
  if (root.lang !== language) root.lang = language
  void changeLanguage(language)
  storeForPrePaint({
    theme: root.dataset.theme,
    accent: appearance.accentColor,
    style: root.style.cssText,
    language,
    themes,
  })
}

/** The stylesheet that pre-paint.js has applied; empty where it has none. */
function storedThemes(): string {
  try {
    const { themes } = JSON.parse(localStorage.getItem(PRE_PAINT_KEY) ?? '{}') as { themes?: string }
    return document.adoptedStyleSheets.length > 0 ? (themes ?? '') : ''
  } catch {
    return ''
  }
}

function storeForPrePaint(values: Record<string, string | undefined>): void {
  try {
    const text = JSON.stringify(values)
    if (text !== localStorage.getItem(PRE_PAINT_KEY)) localStorage.setItem(PRE_PAINT_KEY, text)
  } catch {
    // Without storage the next visit starts in the system's colours.
  }
}
