/** Every call of the contract with the schemas of its input and output. */
import type { z } from 'zod'
import type { Call } from './call.ts'
import type { CallName } from './paths.ts'
import { jobsCalls } from './jobs.ts'
import { accountFilesCalls } from './account-files.ts'
import { actionsCalls } from './actions.ts'
import { adminCalls } from './admin.ts'
import { appPasswordsCalls } from './app-passwords.ts'
import { authorizationsCalls } from './authorizations.ts'
import { findingCalls } from './discover.ts'
import { feedRequestsCalls } from './feed-requests.ts'
import { pageFeedsCalls } from './page-feeds.ts'
import { discoverCalls, feedsCalls } from './feeds.ts'
import { entriesCalls } from './entries.ts'
import { highlightsCalls } from './highlights.ts'
import { importsCalls } from './imports.ts'
import { inboxesCalls } from './inboxes.ts'
import { labelsCalls } from './labels.ts'
import { listsCalls } from './lists.ts'
import { claimsCalls } from './claims.ts'
import { invitationsCalls } from './invitations.ts'
import { liveCalls } from './live.ts'
import { messagingCalls } from './messaging.ts'
import { operationsCalls } from './operations.ts'
import { offlineCalls } from './offline.ts'
import { picturesCalls } from './pictures.ts'
import { pluginsCalls } from './plugins.ts'
import { positionsCalls } from './positions.ts'
import { queueCalls } from './queue.ts'
import { publicationsCalls } from './publications.ts'
import { profilesCalls } from './profiles.ts'
import { collectionsCalls, readsCalls } from './reads.ts'
import { retentionCalls } from './retention.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { sharedFoldersCalls } from './shared-folders.ts'
import { statusCalls } from './status.ts'
import { categoriesCalls, subscriptionsCalls } from './subscriptions.ts'
import { threadsCalls } from './threads.ts'
import { tokenUsesCalls } from './token-uses.ts'

export const calls = {
  ...sessionCalls,
  ...statusCalls,
  ...settingsCalls,
  ...profilesCalls,
  ...subscriptionsCalls,
  ...categoriesCalls,
  ...feedsCalls,
  ...feedRequestsCalls,
  ...pageFeedsCalls,
  ...discoverCalls,
  ...entriesCalls,
  ...readsCalls,
  ...collectionsCalls,
  ...labelsCalls,
  ...highlightsCalls,
  ...positionsCalls,
  ...queueCalls,
  ...threadsCalls,
  ...listsCalls,
  ...inboxesCalls,
  ...actionsCalls,
  ...findingCalls,
  ...appPasswordsCalls,
  ...authorizationsCalls,
  ...tokenUsesCalls,
  ...claimsCalls,
  ...invitationsCalls,
  ...messagingCalls,
  ...liveCalls,
  ...operationsCalls,
  ...adminCalls,
  ...retentionCalls,
  ...picturesCalls,
  ...offlineCalls,
  ...pluginsCalls,
  ...importsCalls,
  ...accountFilesCalls,
  ...publicationsCalls,
  ...sharedFoldersCalls,
  ...jobsCalls,
} satisfies Record<CallName, Call>

export type { Call }

/** Calls that need no session. */
export type OpenCall = CallWith<{ readonly open: true }>
/** Calls with a streamed response. */
export type StreamedCall = CallWith<{ readonly stream: true }>
type CallWith<Flag> = { [N in CallName]: (typeof calls)[N] extends Flag ? N : never }[CallName]

/** The input as a caller sends it. */
export type Input<N extends CallName> = z.input<(typeof calls)[N]['input']>
/** The input as the server gets it once it is checked. */
export type Checked<N extends CallName> = z.output<(typeof calls)[N]['input']>
/** The output. */
export type Output<N extends CallName> = z.output<(typeof calls)[N]['output']>
