export { mutations, mutationRequested, defineMutation } from './define-mutation.ts'
export type {
  ChangeContext,
  MutationOptions,
  MutationRules,
  UnreadDelta,
  SendContext,
} from './define-mutation.ts'
export {
  otherTabApplied,
  readOutboxFx,
  outboxReadRequested,
  settledInOtherTab,
  storesRequested,
} from './restore.ts'
export { $isSender, canWithdraw, mutationsWithdrawn, mutationsAccepted, mutationsRejected } from './send.ts'
export { $outbox, $pendingCount, flushRequested } from './state.ts'
export type { OutboxItem } from './state.ts'
export { registerTable, type OptimisticUpdates, type TableRows } from './tables.ts'
import './enqueue.ts'
