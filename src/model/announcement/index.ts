/** The server's announcement to all users, shown once per id (wire-contract 20). */
import { attach, createEvent, createStore, sample } from 'effector'
import { infoNotified, type UserNotification } from '../app/events.ts'
import { $services } from '../services.ts'
import { $configs, configsRequested } from '../session/index.ts'

export type Announcement = {
  readonly id: string
  readonly title: string
  /** Markdown */
  readonly content: string
}

/** ms that the notification is shown. Afterwards a command shows the announcement. */
const NOTIFICATION_MS = 60_000

/** The app is idle after its start. */
export const announcementStarted = createEvent()
export const $announcement = $configs.map((configs) => parseAnnouncement(configs?.ANNOUNCEMENT ?? ''))

const $started = createStore(false, { serialize: 'ignore' }).on(announcementStarted, () => true)
sample({
  clock: announcementStarted,
  source: $configs,
  filter: (configs) => configs === null,
  fn: () => {},
  target: configsRequested,
})

/** @returns null for one that this browser has shown */
const showOnceFx = attach({
  source: $services,
  effect: ({ storage, clock }, announcement: Announcement): Announcement | null => {
    const key = `follow:announcement-${announcement.id}`
    if (storage.getItem(key) !== null) return null
    storage.setItem(key, String(clock.now()))
    return announcement
  },
})
sample({
  clock: [announcementStarted, $announcement],
  source: { started: $started, announcement: $announcement },
  filter: ({ started, announcement }) => started && announcement !== null,
  fn: ({ announcement }) => announcement as Announcement,
  target: showOnceFx,
})
sample({
  clock: showOnceFx.doneData.filterMap((announcement) => announcement ?? undefined),
  fn: ({ title }): UserNotification => ({
    id: 'announcement',
    key: 'app:announcement.notice',
    values: { title },
    action: { title: 'app:announcement.read', command: 'messages:read-announcement' },
    duration: NOTIFICATION_MS,
  }),
  target: infoNotified,
})

/** @returns null for '' and for anything that is no announcement */
export function parseAnnouncement(text: string): Announcement | null {
  try {
    const { id, title, content } = JSON.parse(text) as Partial<Record<keyof Announcement, unknown>>
    const isComplete = id !== undefined && typeof title === 'string' && typeof content === 'string'
    return isComplete ? { id: String(id), title, content } : null
  } catch {
    return null
  }
}
