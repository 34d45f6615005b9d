/** One request of a reader that has signed in. */
import type { Services } from '../../http/routes.ts'
import type { Contract } from '../shared/contract.ts'
import type { Form } from '../shared/form.ts'
import type { ApiUser } from '../shared/password.ts'

export type Reading = {
  readonly services: Services
  readonly contract: Contract
  readonly person: ApiUser
  readonly form: Form
  /** Asked at the address of FreshRSS, whose own clients are stricter than the protocol. */
  readonly asFreshRss: boolean
  /** What stands in the path after the call's name, decoded: `stream/contents/feed/1` names its stream there. */
  readonly rest: string
}
