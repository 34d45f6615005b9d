/** The job queues of this module. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { pruneDeliveries } from '../storage/actions/actions.ts'
import { noticeQueue, type NoticeListener } from './notices.ts'
import { statusQueue } from './status.ts'
import { runQueue } from './stored.ts'
import { webhookQueue } from './webhooks.ts'

const DAY_MS = 86_400_000
/** How long deliveries are retained. */
const KEPT_MS = 7 * DAY_MS

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
    run: () => pruneDeliveries(services.storage, services.now() - KEPT_MS),
  },
})
