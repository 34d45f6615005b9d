import { idText, indexOfId, type Ids } from '../../model/timeline/index.ts'

/** Distance to the next unread entry; 0 when there is none. From no entry, or one that is not listed, the first counts as 1. */
export function stepsToUnread(ids: Ids, current: string | null, isRead: (id: string) => boolean): number {
  const at = current === null ? -1 : indexOfId(ids, current)
  for (let next = at + 1; next < ids.length; next++) if (!isRead(idText(ids[next]))) return next - at
  return 0
}
