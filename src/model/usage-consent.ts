/** Whether the user lets this server store which functions they use. */
import { createEvent, createStore } from 'effector'

/** As the server has it, or as the user has just changed it. */
export const usageConsentReceived = createEvent<boolean>()
export const $isUsageAllowed = createStore(false, { serialize: 'ignore' }).on(
  usageConsentReceived,
  (_, isAllowed) => isAllowed,
)
