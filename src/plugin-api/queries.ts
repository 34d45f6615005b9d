/** Options of queries with `@tanstack/react-query`, whose cache is the reader's. */
export { storedQuery } from '../model/query-client.ts'

/** Options of a query for a state that others change, too. */
export const freshQuery = { staleTime: 0, retry: false } as const
