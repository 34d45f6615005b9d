/** Stores that this browser persists in localStorage: read when the app starts, written when the user changes them. */
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

export type PersistOptions<T> = {
  /** Of localStorage. */
  readonly key: string
  /** The stored text may be anything: another version wrote it, or the user by hand. Null: nothing is stored. */
  readonly parse: (text: string | null) => T
  /** The value is written each time this happens. */
  readonly changed: Unit<unknown> | readonly Unit<unknown>[]
  /** The value is read each time this happens: for modules that load after the app has started. */
  readonly restoredBy?: Unit<unknown>
  /** The value belongs to the user and is removed with their data; else it belongs to the browser. */
  readonly ofUser?: boolean
  /** Converts a value that is not JSON-safe. */
  readonly serialize?: (value: T) => unknown
}

type Persisted = {
  readonly restored: EventCallable<unknown>
  readonly read: (storage: KeyValue) => unknown
}
const allPersisted: Persisted[] = []

// All in one launch: separately, each would trigger everything that depends on settings.
const restoreAllFx = attach({
  source: $services,
  effect: ({ storage }) => {
    launch({
      target: allPersisted.map(({ restored }) => restored),
      params: allPersisted.map(({ read }) => read(storage)),
    })
  },
})
sample({ clock: appStarted, target: restoreAllFx })
const writeFx = attach({
  source: $services,
  effect: ({ storage }, { key, value }: { key: string; value: unknown }) =>
    storage.setItem(key, JSON.stringify(value)),
})
const removeFx = attach({
  source: $services,
  effect: ({ storage }, key: string) => storage.removeItem(key),
})

export function persist<T>($value: StoreWritable<T>, options: PersistOptions<T>): void {
  const { key, parse, changed, restoredBy, ofUser = false, serialize = (value) => value } = options
  const restored = createEvent<T>()
  $value.on(restored, (_, value) => value)
  if (ofUser) {
    sample({ clock: userDataCleared, fn: () => parse(null), target: restored })
    sample({ clock: userDataCleared, fn: () => key, target: removeFx })
  }
  const read = (storage: KeyValue) => parse(storage.getItem(key))
  if (restoredBy) {
    const readFx = attach({ source: $services, effect: ({ storage }) => read(storage) })
    sample({ clock: restoredBy, fn: () => {}, target: readFx })
    sample({ clock: readFx.doneData, target: restored })
  } else allPersisted.push({ restored: restored as EventCallable<unknown>, read })
  sample({
    clock: changed as Unit<unknown>[],
    source: $value,
    fn: (value) => ({ key, value: serialize(value) }),
    target: writeFx,
  })
}
