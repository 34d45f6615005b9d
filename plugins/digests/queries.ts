import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { freshQuery } from '../../src/plugin-api/queries.ts'
import type { DigestsModel } from './model.ts'

/** The user's digests. */
export function useDigests({ listFx, $revision }: DigestsModel) {
  const [load, revision] = useUnit([listFx, $revision])
  return useQuery({
    ...freshQuery,
    queryKey: ['digests', 'list', revision],
    queryFn: () => load(),
    placeholderData: keepPreviousData,
  })
}
