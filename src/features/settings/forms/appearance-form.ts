import {
  booleanField,
  choiceField,
  customField,
  sliderField,
  type CustomField,
  type FormSection,
} from './core-field.ts'

const lightThemes = [
  'github-light',
  'light-plus',
  'min-light',
  'one-light',
  'solarized-light',
  'vitesse-light',
]
const darkThemes = [
  'github-dark',
  'dark-plus',
  'min-dark',
  'nord',
  'one-dark-pro',
  'solarized-dark',
  'vitesse-dark',
]
const named = (names: readonly string[]) => names.map((name) => ({ value: name, text: name }))
const custom = (name: string, isFound = true): CustomField => customField(name, `appearance.${name}`, isFound)

/** Appearance settings; every change is visible at once. */
export const appearanceForm: readonly FormSection[] = [
  {
    fields: [
      custom('theme'),
      custom('accentColor'),
      // Only where a plugin has themes.
      custom('colorThemeLight', false),
      custom('colorThemeDark', false),
    ],
  },
  {
    title: 'appearance.interface',
    fields: [
      sliderField('appearance', 'uiTextSize', { min: 12, max: 24 }, ' px'),
      custom('uiFontFamily'),
      booleanField('appearance', 'modalOverlay'),
      booleanField('appearance', 'modalDraggable'),
      booleanField('appearance', 'reduceMotion'),
      booleanField('appearance', 'usePointerCursor'),
      booleanField('appearance', 'hideExtraBadge'),
      booleanField('appearance', 'opaqueSidebar'),
    ],
  },
  {
    title: 'appearance.reading',
    fields: [
      custom('sample', false),
      sliderField('appearance', 'contentFontSize', { min: 12, max: 28 }, ' px'),
      sliderField('appearance', 'contentLineHeight', { min: 1.2, max: 2.4, step: 0.05 }),
      sliderField('appearance', 'contentMeasure', { min: 40, max: 100 }),
      custom('readerFontFamily'),
      choiceField('appearance', 'listDensity', ['comfortable', 'compact', 'titles']),
      booleanField('appearance', 'wideMode'),
      choiceField('appearance', 'thumbnailRatio', ['square', 'original']),
      booleanField('appearance', 'pictureViewMasonry'),
      booleanField('appearance', 'hideRecentReader'),
      booleanField('appearance', 'readerRenderInlineStyle'),
      choiceField('appearance', 'dateFormat', ['default', 'short', 'long', 'iso']),
    ],
  },
  {
    title: 'appearance.code',
    fields: [
      booleanField('appearance', 'guessCodeLanguage'),
      choiceField('appearance', 'codeHighlightThemeLight', named(lightThemes)),
      choiceField('appearance', 'codeHighlightThemeDark', named(darkThemes)),
      custom('codeSample', false),
    ],
  },
  { title: 'appearance.toolbarOrder.label', fields: [custom('toolbarOrder')] },
  { title: 'appearance.customCSS.label', fields: [custom('customCSS')] },
]
