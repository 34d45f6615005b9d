import { attach, createEvent, sample } from 'effector'
import { $services } from '../services.ts'

/** Downloads the keymap, as the text of a JSON file. */
export const keymapExported = createEvent<string>()
const downloadFx = attach({
  source: $services,
  effect: ({ platform }, text: string) => platform.download('lectern-keys.json', text),
})
sample({ clock: keymapExported, target: downloadFx })
