/** All calls of the server itself in one table; plugins add their own. */
import type { Routes } from '../http/routes.ts'
import { jobsRoutes } from './jobs.ts'
import { accountFilesRoutes } from './account-files.ts'
import { actionsRoutes } from './actions.ts'
import { adminRoutes } from './admin.ts'
import { appPasswordsRoutes } from './app-passwords.ts'
import { authorizationsRoutes } from './authorizations.ts'
import { claimsRoutes } from './claims.ts'
import { invitationsRoutes } from './invitations.ts'
import { categoriesRoutes } from './categories.ts'
import { collectionsRoutes } from './collections.ts'
import { discoverRoutes } from './discover.ts'
import { findingRoutes } from './finding.ts'
import { entriesRoutes } from './entries.ts'
import { feedRequestsRoutes } from './feed-requests.ts'
import { feedsRoutes } from './feeds.ts'
import { highlightsRoutes } from './highlights.ts'
import { importsRoutes } from './imports.ts'
import { inboxesRoutes } from './inboxes.ts'
import { labelsRoutes } from './labels.ts'
import { listsRoutes } from './lists.ts'
import { liveRoutes } from './live.ts'
import { messagingRoutes } from './messaging.ts'
import { operationsRoutes } from './operations.ts'
import { offlineRoutes } from './offline.ts'
import { pageFeedsRoutes } from './page-feeds.ts'
import { picturesRoutes } from './pictures.ts'
import { positionsRoutes } from './positions.ts'
import { publicationsRoutes } from './publications.ts'
import { profilesRoutes } from './profiles.ts'
import { readsRoutes } from './reads.ts'
import { retentionRoutes } from './retention.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { sharedFoldersRoutes } from './shared-folders.ts'
import { statusRoutes } from './status.ts'
import { subscriptionsRoutes } from './subscriptions.ts'
import { threadsRoutes } from './threads.ts'
import { tokenUsesRoutes } from './token-uses.ts'
import { uploadRoutes } from './upload.ts'

export const routes: Routes = {
  ...jobsRoutes,
  ...sessionRoutes,
  ...statusRoutes,
  ...settingsRoutes,
  ...profilesRoutes,
  ...subscriptionsRoutes,
  ...categoriesRoutes,
  ...feedsRoutes,
  ...feedRequestsRoutes,
  ...pageFeedsRoutes,
  ...discoverRoutes,
  ...entriesRoutes,
  ...searchRoutes,
  ...readsRoutes,
  ...collectionsRoutes,
  ...labelsRoutes,
  ...highlightsRoutes,
  ...positionsRoutes,
  ...threadsRoutes,
  ...picturesRoutes,
  ...offlineRoutes,
  ...messagingRoutes,
  ...liveRoutes,
  ...operationsRoutes,
  ...adminRoutes,
  ...retentionRoutes,
  ...uploadRoutes,
  ...listsRoutes,
  ...inboxesRoutes,
  ...importsRoutes,
  ...accountFilesRoutes,
  ...publicationsRoutes,
  ...sharedFoldersRoutes,
  ...actionsRoutes,
  ...findingRoutes,
  ...appPasswordsRoutes,
  ...authorizationsRoutes,
  ...tokenUsesRoutes,
  ...claimsRoutes,
  ...invitationsRoutes,
}
