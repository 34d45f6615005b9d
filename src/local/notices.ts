/** Passes the notices of the database to its listeners; lasting ones also to later listeners. */
import type { LocalNotice } from './calls.ts'

export type Notices = {
  readonly notify: (notice: LocalNotice) => void
  readonly listen: (received: (notice: LocalNotice) => void) => () => void
}

export function createNotices(): Notices {
  const listeners = new Set<(notice: LocalNotice) => void>()
  const lasting = new Map<LocalNotice['is'], LocalNotice>()
  return {
    notify: (notice) => {
      if (!/^(changed|otherTabSilent|outdated)$/.test(notice.is)) lasting.set(notice.is, notice)
      for (const received of listeners) received(notice)
    },
    listen: (received) => {
      listeners.add(received)
      for (const notice of lasting.values()) received(notice)
      return () => void listeners.delete(received)
    },
  }
}
