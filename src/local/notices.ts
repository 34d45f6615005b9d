/** Tells what the database says to whoever listens, the lasting facts also to those who come later. */
import type { LocalNotice } from './calls.ts'

export type Notices = {
  readonly notify: (notice: LocalNotice) => void
  readonly listen: (heard: (notice: LocalNotice) => void) => () => void
}

export function createNotices(): Notices {
  const listeners = new Set<(notice: LocalNotice) => void>()
  const lasting = new Map<LocalNotice['is'], LocalNotice>()
  return {
    notify: (notice) => {
      if (!/^(changed|otherTabSilent|outdated)$/.test(notice.is)) lasting.set(notice.is, notice)
      for (const heard of listeners) heard(notice)
    },
    listen: (heard) => {
      listeners.add(heard)
      for (const notice of lasting.values()) heard(notice)
      return () => void listeners.delete(heard)
    },
  }
}
