import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { rsshubInstanceFx, rsshubInstancesFx, rsshubStatusFx } from '../../model/rsshub/index.ts'

/** All shared instances. */
export function useRsshubInstances() {
  const load = useUnit(rsshubInstancesFx)
  return useQuery({
    queryKey: ['rsshub', 'instances'],
    queryFn: () => load(),
    staleTime: 0,
    retry: false,
  })
}

/** The instance that the user uses, and until when it is paid for. */
export function useRsshubStatus() {
  const load = useUnit(rsshubStatusFx)
  return useQuery({
    queryKey: ['rsshub', 'status'],
    queryFn: () => load(),
    staleTime: 0,
    retry: false,
  })
}

/** One instance, with its address and key if it is the user's own. */
export function useRsshubInstance(id: string | undefined) {
  const load = useUnit(rsshubInstanceFx)
  return useQuery({
    queryKey: ['rsshub', 'instances', id],
    queryFn: () => load(id ?? ''),
    enabled: id !== undefined,
    staleTime: 0,
    retry: false,
  })
}
