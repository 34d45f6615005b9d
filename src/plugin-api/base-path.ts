/** The path below which the reader is served. */
export { basePath, toReaderPath } from '../core/base-path.ts'
