import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../../model/services.ts'

/** How the user can sign in (`credential` is the password), and the providers that the server offers. */
export function useSignInMethods() {
  const { api } = useUnit($services)
  return useQuery({
    queryKey: ['session', 'accounts'],
    queryFn: async () => ({
      linked: (await api.auth.accounts()) ?? [],
      providers: Object.values(await api.session.providers({})),
    }),
    staleTime: 0,
    retry: false,
  })
}
