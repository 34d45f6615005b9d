/** Teaches keys: shows the key of a command that was clicked, once a day each. */
import { createEvent, createStore, sample } from 'effector'
import { $keyBindings } from '../app/keymap.ts'
import { registry } from '../app/registry.ts'
import { persist } from '../persist.ts'
import { $services } from '../services.ts'

type HintDays = Readonly<Record<string, number>>
const DAY_MS = 86_400_000

const hinted = createEvent<{ id: string; day: number }>()
const $hintDays = createStore<HintDays>({}, { serialize: 'ignore' }).on(hinted, (days, { id, day }) => ({
  ...Object.fromEntries(Object.entries(days).filter(([, one]) => one === day)),
  [id]: day,
}))
persist($hintDays, { key: 'lectern:key-hints', parse: parseDays, changed: hinted })

/** A hint to show. */
export const keyHintDue = sample({
  clock: registry.commandStarted,
  source: { services: $services, bound: $keyBindings, days: $hintDays },
  fn: ({ services, bound, days }, { command, call }) => {
    const isMouse = call.source === 'button' || call.source === 'menu'
    const keys = bound.find((one) => one.command.id === command.id && one.args === undefined)?.keys
    const day = Math.floor(services.clock.now() / DAY_MS)
    return isMouse && keys !== undefined && days[command.id] !== day ? { command, keys, day } : undefined
  },
}).filterMap((hint) => hint)
sample({ clock: keyHintDue, fn: ({ command: { id }, day }) => ({ id, day }), target: hinted })

function parseDays(text: string | null): HintDays {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(
      Object.entries((stored ?? {}) as object).filter(
        (pair): pair is [string, number] => typeof pair[1] === 'number',
      ),
    )
  } catch {
    return {}
  }
}
