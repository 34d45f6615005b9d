/** For tests under Node. */
export { memoryLocal, nodeSqlite } from './memory-local.ts'
