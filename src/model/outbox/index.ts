export {
  mutations as changes,
  mutationRequested as changeAsked,
  defineMutation as defineChange,
} from './define-mutation.ts'
export type { MutationRules as ChangeRules, UnreadDelta as Flipped, SendContext } from './define-mutation.ts'
export {
  otherTabApplied,
  readOutboxFx,
  outboxReadRequested as outboxReadAsked,
  settledInOtherTab,
  storesRequested,
} from './restore.ts'
export {
  $isSender,
  canWithdraw,
  mutationWithdrawn as changeWithdrawn,
  mutationsAccepted as rowsAccepted,
  mutationsRejected as rowsRefused,
} from './send.ts'
export { $outbox, $pendingCount, flushRequested as flushAsked } from './state.ts'
export type { OutboxItem as Waiting } from './state.ts'
export { registerTable, type OptimisticUpdates as Drafts, type TableRows } from './tables.ts'
import './enqueue.ts'
