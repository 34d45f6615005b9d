import { createStore } from 'effector'
import { defineLocalChange } from '../journal/local-change.ts'
import { persist } from '../persist.ts'

export type ColorMode = 'system' | 'light' | 'dark'

const labels = {
  system: 'shortcuts:follow.changeColorModeToAuto',
  light: 'shortcuts:follow.changeColorModeToLight',
  dark: 'shortcuts:follow.changeColorModeToDark',
} as const

export const $colorMode = createStore<ColorMode>('system', { serialize: 'ignore' })
const change = defineLocalChange({
  name: 'colorMode.change',
  source: $colorMode,
  inverse: (mode: ColorMode, before) => (mode === before ? null : before),
  describe: (mode) => ({ key: 'app:undo.setting', values: { label: labels[mode] } }),
})
export const colorModeChanged = change.requested
$colorMode.on(change.applied, (_, mode) => mode)

persist($colorMode, { key: 'follow:color-mode', parse, changed: change.applied })

/** Stored as JSON; an unquoted value is accepted too. */
function parse(text: string | null): ColorMode {
  const word = text?.replaceAll('"', '')
  return word === 'light' || word === 'dark' ? word : 'system'
}
