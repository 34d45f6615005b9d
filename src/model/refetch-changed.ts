import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Fetches anew what a change has made old. A first response that is still on its way may be older than the change, and refetching alone
 * would wait for that one.
 */
export async function refetchChanged(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
