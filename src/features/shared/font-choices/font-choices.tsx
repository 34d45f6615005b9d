import { useId, useMemo, type CSSProperties, type ReactNode } from 'react'
import { fontFamily, kindOfReadingFace, readingFaceNames, useTranslation } from '../../../ui/index.ts'
import './font-choices.css'

export type FontKey = 'uiFontFamily' | 'readerFontFamily'

/** The first is the default. Generic families look as the browser is set. */
export const fontChoices: Readonly<Record<FontKey, readonly string[]>> = {
  uiFontFamily: ['SN Pro', 'system-ui', 'sans-serif', 'serif', 'monospace', 'Georgia', 'Verdana'],
  readerFontFamily: [
    'inherit',
    ...readingFaceNames,
    'sans-serif',
    'serif',
    'monospace',
    'Georgia',
    'Palatino',
    'Verdana',
  ],
}
/** Names in words, of the generic families. */
const words: Readonly<Record<string, string>> = {
  inherit: 'inherit',
  'system-ui': 'system',
  'sans-serif': 'sansSerif',
  serif: 'serif',
  monospace: 'monospace',
}
const ours = new Set(['SN Pro', ...readingFaceNames])

/** The choices that can be drawn: one that is not installed would be shown, and chosen, in another. */
export const useOfferedFonts = (name: FontKey): readonly string[] =>
  useMemo(
    () =>
      fontChoices[name].filter(
        (family) => words[family] !== undefined || ours.has(family) || isFontInstalled(family),
      ),
    [name],
  )

/** Fonts to choose from, each with a sample of itself. */
export function FontChoices({
  offered,
  chosen,
  onChange,
  children,
}: {
  readonly offered: readonly string[]
  /** Null: none of them. */
  readonly chosen: string | null
  readonly onChange: (family: string) => void
  /** Further choices. */
  readonly children?: (group: string) => ReactNode
}) {
  const { t } = useTranslation('settings')
  const group = useId()
  return (
    <div className="font-choices">
      {offered.map((family) => (
        <label key={family} style={sampleStyle(family)}>
          <input
            type="radio"
            className="ui-visually-hidden"
            name={group}
            checked={chosen === family}
            onChange={() => onChange(family)}
          />
          <span aria-hidden="true">{t('appearance.fontSample')}</span>
          <span>{words[family] === undefined ? family : t(`appearance.fonts.${words[family]}`)}</span>
        </label>
      ))}
      {children?.(group)}
    </div>
  )
}

const sampleStyle = (family: string): CSSProperties =>
  family === 'inherit'
    ? {}
    : { fontFamily: `${fontFamily(family)}, ${kindOfReadingFace(family) ?? 'sans-serif'}` }

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
