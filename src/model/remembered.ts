/** What this browser remembers by itself, in localStorage: read when the reader starts, written when it changes. */
import {
  attach,
  createEvent,
  launch,
  sample,
  type EventCallable,
  type StoreWritable,
  type Unit,
} from 'effector'
import { appStarted, userDataCleared } from './app/events.ts'
import { $services, type KeyValue } from './services.ts'

export type Remembered<T> = {
  /** The place in localStorage. */
  readonly key: string
  /** What stands there may be anything: another version wrote it, or the person by hand. Null: nothing. */
  readonly parse: (text: string | null) => T
  /** What changes the value by the person's will; each time it is written. */
  readonly changed: Unit<unknown>
  /** It belongs to the user, and is forgotten with them; else to the browser. */
  readonly ofUser?: boolean
  /** As JSON can hold it, where the value itself is nothing for JSON. */
  readonly plain?: (value: T) => unknown
}

type Reading = {
  readonly unit: EventCallable<unknown>
  readonly read: (storage: KeyValue) => unknown
}
const readings: Reading[] = []

/** All in one turn, because each of its own would set the whole model going. */
const readFx = attach({
  source: $services,
  effect: ({ storage }) => {
    launch({
      target: readings.map(({ unit }) => unit),
      params: readings.map(({ read }) => read(storage)),
    })
  },
})
sample({ clock: appStarted, target: readFx })
const keepFx = attach({
  source: $services,
  effect: ({ storage }, { key, value }: { key: string; value: unknown }) =>
    storage.setItem(key, JSON.stringify(value)),
})

const removeFx = attach({
  source: $services,
  effect: ({ storage }, key: string) => storage.removeItem(key),
})

export function remember<T>($value: StoreWritable<T>, remembered: Remembered<T>): void {
  const { key, parse, changed, ofUser = false, plain = (value) => value } = remembered
  const read = createEvent<T>()
  $value.on(read, (_, value) => value)
  if (ofUser) {
    sample({ clock: userDataCleared, fn: () => parse(null), target: read })
    sample({ clock: userDataCleared, fn: () => key, target: removeFx })
  }
  readings.push({
    unit: read as EventCallable<unknown>,
    read: (storage) => parse(storage.getItem(key)),
  })
  sample({ clock: changed, source: $value, fn: (value) => ({ key, value: plain(value) }), target: keepFx })
}
