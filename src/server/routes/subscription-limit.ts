import type { Caller } from '../http/routes.ts'
import { limits } from './limits.ts'

/** How many feeds a user may follow directly. */
export const subscriptionLimit = ({ role }: Caller): number =>
  role === 'trial' ? limits.MAX_TRIAL_USER_FEED_SUBSCRIPTION : limits.MAX_SUBSCRIPTIONS
