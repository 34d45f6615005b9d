import { idText, indexOfId, type Ids } from '../../model/index.ts'

/** How many entries on the next unread one is; 0 when there is none. From nothing, or from an entry that is not listed, the first counts as one. */
export function stepsToUnread(ids: Ids, current: string | null, isRead: (id: string) => boolean): number {
  const at = current === null ? -1 : indexOfId(ids, current)
  for (let next = at + 1; next < ids.length; next++) if (!isRead(idText(ids[next]))) return next - at
  return 0
}
