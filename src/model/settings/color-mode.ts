import { attach, createEvent, createStore, sample } from 'effector'
import { appStarted } from '../app/events.ts'
import { $services } from '../services.ts'

export type ColorMode = 'system' | 'light' | 'dark'
const KEY = 'follow:color-mode'

export const colorModeChanged = createEvent<ColorMode>()
export const $colorMode = createStore<ColorMode>('system', { serialize: 'ignore' }).on(
  colorModeChanged,
  (_, mode) => mode,
)

const readFx = attach({ source: $services, effect: ({ storage }) => parse(storage.getItem(KEY)) })
const keepFx = attach({
  source: $services,
  effect: ({ storage }, mode: ColorMode) => storage.setItem(KEY, JSON.stringify(mode)),
})
$colorMode.on(readFx.doneData, (_, mode) => mode)
sample({ clock: appStarted, target: readFx })
sample({ clock: colorModeChanged, target: keepFx })

/** Kept with quotes, but a bare word is understood too. */
function parse(text: string | null): ColorMode {
  const word = text?.replaceAll('"', '')
  return word === 'light' || word === 'dark' ? word : 'system'
}
