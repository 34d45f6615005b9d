import type { FeedRow } from '../settings/index.ts'
import type { Finding } from '../../model/audit/index.ts'

/** The command that opens the feed's form; of a dead feed with the record of its fetches. */
export const detailsOf = ({ row, reasons }: Finding<FeedRow>) => ({
  id: reasons[0]?.verdict === 'dead' ? 'subscription:why-failing' : 'subscription:edit',
  args: { subscriptions: [row.id] },
})
