import './facts.ts'
import './start.ts'
export type { Fact } from './facts.ts'
export { keepingStopped, viewKept } from './keeping.ts'
