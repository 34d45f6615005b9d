/** Puts the person's preferences on the page: colours, sizes, fonts, language, own CSS. Nothing of it needs a rebuild. */
import { combine, createWatch, type Scope, type StoreValue } from 'effector'
import { $appearance, $colorMode, $general } from '../model/index.ts'
import { changeWords, supported } from './i18n.ts'

/** Read by src/startup/pre-paint.js before the first paint of the next visit. */
const PRE_PAINT_KEY = 'lectern:first-light'

const $looks = combine({ appearance: $appearance, mode: $colorMode, general: $general })
type Looks = StoreValue<typeof $looks>

export function applyAppearance(scope: Scope): void {
  const own = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own]
  let css: string | undefined
  const apply = (looks: Looks) => {
    applyLooks(looks)
    if (looks.appearance.customCSS === css) return
    css = looks.appearance.customCSS
    own.replaceSync(css ? `@layer custom {\n${css}\n}` : '')
  }
  apply(scope.getState($looks))
  createWatch({ unit: $looks, scope, fn: apply })
}

function applyLooks({ appearance, mode, general }: Looks): void {
  const root = document.documentElement
  const language = supported(general.language)
  if (mode === 'system') delete root.dataset.theme
  else root.dataset.theme = mode
  root.dataset.accent = appearance.accentColor
  root.toggleAttribute('data-reduce-motion', appearance.reduceMotion)
  root.toggleAttribute('data-pointer-cursor', appearance.usePointerCursor)
  root.toggleAttribute('data-opaque-sidebar', appearance.opaqueSidebar)
  const sizes = {
    '--ui-text-size': `${appearance.uiTextSize}px`,
    '--ui-font-family': quoted(appearance.uiFontFamily),
    '--reader-font-family':
      appearance.readerFontFamily === 'inherit' ? 'inherit' : quoted(appearance.readerFontFamily),
    '--content-font-size': `${appearance.contentFontSize}px`,
    '--content-line-height': String(appearance.contentLineHeight),
  }
  for (const [name, value] of Object.entries(sizes)) root.style.setProperty(name, value)
  if (root.lang !== language) root.lang = language
  void changeWords(language)
  storeForPrePaint({
    theme: root.dataset.theme,
    accent: appearance.accentColor,
    textSize: sizes['--ui-text-size'],
    language,
  })
}

/** A family name is the person's text: quoted, it can name a font and nothing else. */
const quoted = (family: string) => JSON.stringify(family.replaceAll(/["\\]/g, ''))

function storeForPrePaint(looks: Record<string, string | undefined>): void {
  try {
    const text = JSON.stringify(looks)
    if (text !== localStorage.getItem(PRE_PAINT_KEY)) localStorage.setItem(PRE_PAINT_KEY, text)
  } catch {
    // Without storage the next visit begins in the system's colours.
  }
}
