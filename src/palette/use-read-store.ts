import type { Scope, Store } from 'effector'
import { useProvidedScope } from 'effector-react'
import { useCallback } from 'react'

/** Reads stores that are known only when they are needed, such as the options of an argument; subscribes to none. */
export function useReadStore(): <T>(store: Store<T>) => T {
  const scope = useProvidedScope() as Scope | null
  return useCallback((store) => (scope ? scope.getState(store) : store.getState()), [scope])
}
