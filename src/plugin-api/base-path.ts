/** The path below which the reader is served. */
export { basePath, toBrowserPath, toReaderPath } from '../core/base-path.ts'
