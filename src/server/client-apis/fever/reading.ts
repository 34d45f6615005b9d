/** An authenticated request. */
import type { Services } from '../../http/routes.ts'
import type { Contract } from '../shared/contract.ts'
import type { ApiUser } from '../shared/password.ts'

export type Reading = {
  readonly services: Services
  readonly contract: Contract
  readonly account: ApiUser
  readonly values: URLSearchParams
}
export type Part = Readonly<Record<string, unknown>>
