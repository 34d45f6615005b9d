/** A part of the page that comes after the first list. */
import { startTransition, useEffect, useState, type ComponentType } from 'react'

export type Later<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** What has come, for all who ask. */
  here: ComponentType<Props> | null
}

export const later = <Props>(load: Later<Props>['load']): Later<Props> => ({ load, here: null })

/** null until it is wanted and has come; whoever asks draws something of his own until then. */
export function useLater<Props>(part: Later<Props>, wanted: boolean): ComponentType<Props> | null {
  const [here, setHere] = useState({ part: part.here })
  useEffect(() => {
    if (!wanted || here.part) return
    // A page that is just being loaded anew, because a file of its build is gone, gets nothing instead of an error.
    part
      .load()
      .then((come) => {
        part.here = come
        startTransition(() => setHere({ part: come }))
      })
      .catch(() => {})
  }, [part, wanted, here])
  return here.part
}
