export { createOutbound, type Answer, type Ask, type Limits, type Outbound } from './client.ts'
export { isFailure, type Failure, type FailureKind } from './failure.ts'
export { type Resolve } from './guard.ts'
export { userAgentOf } from './user-agent.ts'
