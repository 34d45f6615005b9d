/** What was answered lately, where anything was asked at all: forgetting needs no query client to be fetched first. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Services } from './services.ts'

/** One per page, or per test. Made by `queries.ts`. */
export const knownQueries = new WeakMap<Services, QueryClient>()

export const forgetAnswers = (services: Services): void => knownQueries.get(services)?.clear()

export const forgetAnswer = (services: Services, queryKey: QueryKey): void =>
  knownQueries.get(services)?.removeQueries({ queryKey })

/** Who shows an answer asks again. */
export const doubtAnswer = (services: Services, queryKey: QueryKey): Promise<void> | undefined =>
  knownQueries.get(services)?.invalidateQueries({ queryKey })
