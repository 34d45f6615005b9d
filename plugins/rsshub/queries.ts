/** What the parts of the plugin request. Routes and instances depend on the instance in use. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { freshQuery, storedQuery } from '../../src/plugin-api/queries.ts'
import type { FeedSourceProps } from '../../src/plugin-api/client.ts'
import type { RsshubModel } from './model.ts'

/** Of a state that others change, too. What is there stays until what is new has come. */
const fresh = { ...freshQuery, placeholderData: keepPreviousData } as const

/** All shared instances. */
export function useInstances({ listFx, $revision }: RsshubModel) {
  const [load, revision] = useUnit([listFx, $revision])
  return useQuery({ ...fresh, queryKey: ['rsshub', 'instances', revision], queryFn: () => load() })
}

/** The instance that the user uses, until when it is paid for, and whether the server has an RSSHub of its own. */
export function useStatus({ rsshub, $revision }: RsshubModel) {
  return useQuery({
    ...fresh,
    queryKey: ['rsshub', 'status', useUnit($revision)],
    queryFn: async () => {
      const [{ data }, hasOwn] = await Promise.all([rsshub.instances.status(), rsshub.hasOwn()])
      return { ...data, hasOwn }
    },
  })
}

/** One instance, with its address and key if it is the user's own. */
export function useInstance({ rsshub, $revision }: RsshubModel, id: string | undefined) {
  return useQuery({
    ...fresh,
    queryKey: ['rsshub', 'instances', useUnit($revision), id],
    queryFn: async () => (await rsshub.instances.get(id ?? '')).data,
    enabled: id !== undefined,
  })
}

/** Routes by namespace; empty where no instance is set up. */
export function useRoutes(
  { rsshub, $revision }: RsshubModel,
  { category, language }: Pick<FeedSourceProps, 'category' | 'language'>,
) {
  const lang = { all: undefined, eng: 'en', cmn: 'zh-CN' }[language]
  return useQuery({
    ...storedQuery,
    queryKey: ['rsshub', 'routes', useUnit($revision), category, language],
    queryFn: () =>
      rsshub.routes({ ...(category !== null && { categories: category }), ...(lang && { lang }) }),
  })
}

/** How many follow each route. */
export function useFollowers({ rsshub, $revision }: RsshubModel) {
  return useQuery({
    ...storedQuery,
    queryKey: ['rsshub', 'followers', useUnit($revision)],
    queryFn: () => rsshub.followers(),
  })
}

/** The route that makes a feed of any web page; null where RSSHub is not set up. */
export function useTransformRoute({ rsshub, $revision }: RsshubModel) {
  return useQuery({
    ...storedQuery,
    queryKey: ['rsshub', 'transform', useUnit($revision)],
    queryFn: async () => (await rsshub.routes({ namespace: 'rsshub' }))['rsshub'] ?? null,
  })
}
