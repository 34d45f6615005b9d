/** "Tell me of this entry": an event that any room may listen to, kept as a job so that a restart loses none. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { NOTICE_QUEUE } from './queue-names.ts'
import { rewritten } from './rewrite.ts'
import { entryForSending } from '../storage/actions.ts'
import { oneLine, plainText } from '../feeds/normalise/text.ts'

/** Longest description of a notice. */
const WORDS = 200

export type NewEntryNotice = {
  readonly userId: string
  readonly entryId: string
  readonly feedId: string
  readonly view: number
  readonly title: string
  readonly description: string
}
/** Called at least once for each notice; throwing brings it back later. */
export type NoticeListener = (notice: NewEntryNotice) => Promise<void>

/** @param listeners all of them hear of every notice */
export const noticeQueue = (
  { storage }: Pick<Services, 'storage'>,
  listeners: readonly NoticeListener[],
): Queues => ({
  [NOTICE_QUEUE]: {
    concurrency: 4,
    run: async ({ payload }) => {
      const { userId, entryId, view } = payload as Pick<NewEntryNotice, 'userId' | 'entryId' | 'view'>
      const found = await entryForSending(storage, userId, entryId)
      if (!found) return
      const words = rewritten(found.entry, found.result)
      const notice = {
        userId,
        entryId,
        feedId: found.feed.id,
        view,
        title: words.title ?? found.feed.title ?? '',
        description:
          oneLine(words.description ?? undefined, WORDS) ?? plainText(found.content ?? '', WORDS) ?? '',
      }
      for (const listener of listeners) await listener(notice)
    },
  },
})
