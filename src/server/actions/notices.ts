/** Notifications of the rule action "notify": stored as jobs so that a restart loses none; any module may listen. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { NOTICE_QUEUE } from './queue-names.ts'
import { rewriteEntry } from './rewrite-texts.ts'
import { entryForSending } from '../storage/actions/actions.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { oneLine, plainText } from '../feeds/normalise/text.ts'

/** Characters of the description. */
const WORDS = 200

export type NewEntryNotice = {
  readonly userId: string
  readonly entryId: string
  readonly feedId: string
  readonly view: number
  readonly title: string
  readonly description: string
}
/** Called at least once per notification; throwing causes a retry. */
export type NoticeListener = (notice: NewEntryNotice) => Promise<void>

/** @param listeners each is called for every notification */
export const noticeQueue = (
  { storage, parsing }: Pick<Services, 'storage' | 'parsing'>,
  listeners: readonly NoticeListener[],
): Queues => ({
  [NOTICE_QUEUE]: {
    concurrency: 4,
    run: async ({ payload }) => {
      const { userId, entryId, view } = payload as Pick<NewEntryNotice, 'userId' | 'entryId' | 'view'>
      if (await isDisabled(storage, userId)) return
      const row = await entryForSending(storage, userId, entryId)
      if (!row) return
      const texts = await rewriteEntry(parsing.inTurnOf(userId), row.entry, row.result)
      const notice = {
        userId,
        entryId,
        feedId: row.feed.id,
        view,
        title: texts.title ?? row.feed.title ?? '',
        description:
          oneLine(texts.description ?? undefined, WORDS) ?? plainText(row.content ?? '', WORDS) ?? '',
      }
      for (const listener of listeners) await listener(notice)
    },
  },
})
