/** Every call of the contract with the schema of what goes in and what comes out. */
import type { z } from 'zod'
import type { ErrorKey } from './errors.ts'
import type { CallName } from './paths.ts'
import { actionsCalls } from './actions.ts'
import { aiCalls } from './ai.ts'
import { appPasswordsCalls } from './app-passwords.ts'
import { findingCalls } from './discover.ts'
import { discoverCalls, feedsCalls } from './feeds.ts'
import { entriesCalls } from './entries.ts'
import { inboxesCalls } from './inboxes.ts'
import { listsCalls } from './lists.ts'
import { achievementsCalls } from './achievements.ts'
import { boostsCalls } from './boosts.ts'
import { claimsCalls } from './claims.ts'
import { invitationsCalls } from './invitations.ts'
import { walletsCalls } from './wallets.ts'
import { liveCalls } from './live.ts'
import { messagingCalls } from './messaging.ts'
import { operationsCalls } from './operations.ts'
import { pluginsCalls } from './plugins.ts'
import { profilesCalls } from './profiles.ts'
import { collectionsCalls, readsCalls } from './reads.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { statusCalls } from './status.ts'
import { categoriesCalls, subscriptionsCalls } from './subscriptions.ts'

/** What the server and the OpenAPI document know of a call. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Answered without a session. */
  readonly open?: boolean
  /** The body is a multipart form with a `file`, or the file's bytes alone; JSON when absent. */
  readonly body?: 'file'
  /**
   * A read that does more than read: it fetches, sends, asks the language model or writes. A browser may be led to a GET by
   * a link or a picture, so it is answered to scripts of our own page and to programs alone.
   */
  readonly effects?: boolean
  /** Older clients ask for it by GET: it is answered so too. */
  readonly alsoGet?: boolean
  /** How a body that is no object is refused, if not as an invalid parameter. */
  readonly notAnObject?: ErrorKey
  /** Content type of an answer that is not JSON. */
  readonly answers?: string
}

export const calls = {
  ...sessionCalls,
  ...statusCalls,
  ...settingsCalls,
  ...profilesCalls,
  ...subscriptionsCalls,
  ...categoriesCalls,
  ...feedsCalls,
  ...discoverCalls,
  ...entriesCalls,
  ...readsCalls,
  ...collectionsCalls,
  ...listsCalls,
  ...inboxesCalls,
  ...actionsCalls,
  ...aiCalls,
  ...findingCalls,
  ...appPasswordsCalls,
  ...claimsCalls,
  ...boostsCalls,
  ...walletsCalls,
  ...achievementsCalls,
  ...invitationsCalls,
  ...messagingCalls,
  ...liveCalls,
  ...operationsCalls,
  ...pluginsCalls,
} satisfies Record<CallName, Call>

/** What a caller sends. */
export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>
/** What the server sees after the door has checked it. */
export type Checked<N extends CallName> = z.output<(typeof calls)[N]['input']>
/** What comes back. */
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>
