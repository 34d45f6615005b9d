import './facts.ts'
import './start.ts'
export type { Fact } from './facts.ts'
export { keepingFailed, keepingStopped, viewKept } from './keeping.ts'
