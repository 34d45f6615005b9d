import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $users, profileNeeded } from '../../model/users/index.ts'

/** The profile of a user, as far as it is known; requests it. @param id '' for no user */
export function useProfile(id: string) {
  const need = useUnit(profileNeeded)
  useEffect(() => void need(id), [need, id])
  return useStoreMap({ store: $users, keys: [id], fn: (users, [key]) => users.get(key) ?? null })
}
