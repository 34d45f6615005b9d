export {
  createOutbound,
  userAgentOf,
  type OutboundResponse,
  type OutboundRequest,
  type Limits,
  type Outbound,
  type SiteBackOff,
} from './client.ts'
export { isFailure, type Failure } from './failure.ts'
export { type Resolve } from './guard.ts'
export { createOutsideFetcher, type OutsideFetcher } from './outside-fetcher.ts'
export { type Slot } from './queues.ts'
export { familyOf, siteOf } from './site.ts'
