import { createEvent, createStore } from 'effector'
import { persist } from '../persist.ts'

export type ColorMode = 'system' | 'light' | 'dark'

export const colorModeChanged = createEvent<ColorMode>()
export const $colorMode = createStore<ColorMode>('system', { serialize: 'ignore' }).on(
  colorModeChanged,
  (_, mode) => mode,
)

persist($colorMode, { key: 'follow:color-mode', parse, changed: colorModeChanged })

/** Stored as JSON; an unquoted value is accepted too. */
function parse(text: string | null): ColorMode {
  const word = text?.replaceAll('"', '')
  return word === 'light' || word === 'dark' ? word : 'system'
}
