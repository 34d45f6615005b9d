export { mutationRequested, defineMutation } from './define-mutation.ts'

export {
  otherTabApplied,
  readOutboxFx,
  outboxReadRequested,
  settledInOtherTab,
  storesRequested,
} from './restore.ts'
export { $isSender, mutationsWithdrawn } from './send.ts'
export { $outbox, $pendingCount, flushRequested } from './state.ts'
export type { OutboxItem } from './state.ts'
export { registerTable } from './tables.ts'
import './enqueue.ts'
