import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../model/query-client.ts'
import { listDetailsFx } from '../../model/lists/index.ts'

/** A list as the server describes it: its feeds as far as the user may see them, its newest entries and its followers. */
export function useListDetails(listId: string) {
  const details = useUnit(listDetailsFx)
  return useQuery({
    ...storedQuery,
    queryKey: ['lists', listId],
    queryFn: () => details(listId),
    retry: false,
  })
}
