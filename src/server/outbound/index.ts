export {
  createOutbound,
  type OutboundResponse as Answer,
  type OutboundRequest as Ask,
  type Limits,
  type Outbound,
  type Timeouts as Patience,
} from './client.ts'
export { isFailure, type Failure, type FailureKind } from './failure.ts'
export { type Resolve } from './guard.ts'
export { type Slot as Turn } from './queues.ts'
export { siteOf } from './site.ts'
export { userAgentOf } from './user-agent.ts'
