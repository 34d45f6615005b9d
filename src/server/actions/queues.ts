/** The job queues of this module. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { pruneDeliveries, entryForSending } from '../storage/actions/actions.ts'
import { statusQueue } from './status.ts'
import { runQueue } from './stored.ts'
import { webhookQueue } from './webhooks.ts'
import { NOTICE_QUEUE } from './queue-names.ts'
import { rewriteEntry } from './rewrite-texts.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { oneLine, plainText } from '../feeds/normalise/text.ts'

const DAY_MS = 86_400_000
/** How long deliveries are retained. */
const STORED_MS = 7 * DAY_MS

/** @param listeners called for every entry with a notify rule */
export const actionQueues = (
  services: Pick<
    Services,
    'storage' | 'log' | 'now' | 'newId' | 'outbound' | 'secrets' | 'parsing' | 'rulePlugins'
  >,
  listeners: readonly NoticeListener[] = [],
): Queues => ({
  ...noticeQueue(services, listeners),
  ...statusQueue(services),
  ...runQueue(services),
  ...webhookQueue(services),
  'prune-deliveries': {
    every: DAY_MS,
    run: () => pruneDeliveries(services.storage, services.now() - STORED_MS),
  },
})

// Notifications of the rule action "notify": stored as jobs so that a restart loses none; any module may listen.

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
type NoticeListener = (notice: NewEntryNotice) => Promise<void>

/** @param listeners each is called for every notification */
const noticeQueue = (
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
