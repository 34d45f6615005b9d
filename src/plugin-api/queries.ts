/** Options of queries with `@tanstack/react-query`, whose cache is the reader's. */
export { storedQuery } from '../model/query-client.ts'
