import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../model/query-client.ts'
import { $services } from '../../model/services.ts'

/** The part of inbox addresses after the @. @returns '' where the server receives no mail, undefined while it is unknown */
export function useInboxDomain(): string | undefined {
  const services = useUnit($services)
  const query = useQuery({
    ...storedQuery,
    queryKey: ['status', 'configs'],
    queryFn: async () => (await services.api.status.configs({})).data,
  })
  return query.data && (query.data.INBOX_DOMAIN ?? '')
}
