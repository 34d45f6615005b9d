/** An authenticated request. */
import type { Services } from '../../http/routes.ts'
import type { Contract } from '../shared/contract.ts'
import type { Form } from '../shared/form.ts'
import type { ApiUser } from '../shared/password.ts'

export type Reading = {
  readonly services: Services
  readonly contract: Contract
  readonly account: ApiUser
  readonly form: Form
  /** Requested at the path of FreshRSS, whose clients are stricter than the protocol. */
  readonly asFreshRss: boolean
  /** The decoded path after the name of the call, such as the stream in `stream/contents/feed/1`. */
  readonly rest: string
}
