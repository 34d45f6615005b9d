import './come-back.ts'
import './context-keys.ts'
import './start.ts'
export type { ContextKey as Fact } from './context-keys.ts'
export {
  prefetchFailed as keepingFailed,
  prefetchStopped as keepingStopped,
  viewPrefetched as viewKept,
} from './offline-prefetch.ts'
