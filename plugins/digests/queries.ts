import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { DigestsModel } from './model.ts'

/** The user's digests. */
export function useDigests({ listFx, $revision }: DigestsModel) {
  const [load, revision] = useUnit([listFx, $revision])
  return useQuery({
    queryKey: ['digests', 'list', revision],
    queryFn: () => load(),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}
