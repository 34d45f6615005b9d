/** One request of a reader whose key is known. */
import type { Services } from '../../http/routes.ts'
import type { Contract } from '../shared/contract.ts'
import type { ApiUser } from '../shared/password.ts'

export type Reading = {
  readonly services: Services
  readonly contract: Contract
  readonly person: ApiUser
  readonly values: URLSearchParams
}
export type Part = Readonly<Record<string, unknown>>
