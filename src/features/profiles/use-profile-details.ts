import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { USERS_STALE_MS } from '../../model/query-client.ts'
import { $services, type Services } from '../../model/services.ts'
import { profilesReceived } from '../../model/users/index.ts'

export type Profile = Awaited<ReturnType<typeof profileOf>>

/** A user, the lists they own, and what they follow in the open. @param name an id, or a handle with or without its @ */
export function useProfileDetails(name: string) {
  const { services, receive } = useUnit({ services: $services, receive: profilesReceived })
  return useQuery({
    queryKey: ['profiles', name],
    queryFn: async () => {
      const profile = await profileOf(services.api, name)
      receive([profile.user])
      return profile
    },
    enabled: name !== '',
    staleTime: USERS_STALE_MS,
    retry: false,
  })
}

async function profileOf(api: Services['api'], name: string) {
  const { data: user } = await api.profiles.get({ id: name })
  const [subscriptions, lists] = await Promise.all([
    api.subscriptions.list({ userId: user.id }),
    api.lists.list({ userId: user.id }),
  ])
  return {
    user,
    // Of the user themselves the server answers with the private ones too, and their inboxes.
    subscriptions: subscriptions.data.filter((one) => !one.isPrivate && !('inboxes' in one)),
    lists: lists.data,
  }
}
