/** Every call that this server answers by itself, joined into one table; plugins bring their own. */
import type { Routes } from '../http/routes.ts'
import { actionsRoutes } from './actions.ts'
import { appPasswordsRoutes } from './app-passwords.ts'
import { categoriesRoutes } from './categories.ts'
import { collectionsRoutes } from './collections.ts'
import { discoverRoutes } from './discover.ts'
import { entriesRoutes } from './entries.ts'
import { feedsRoutes } from './feeds.ts'
import { profilesRoutes } from './profiles.ts'
import { readsRoutes } from './reads.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { statusRoutes } from './status.ts'
import { subscriptionsRoutes } from './subscriptions.ts'

export const routes: Routes = {
  ...sessionRoutes,
  ...statusRoutes,
  ...settingsRoutes,
  ...profilesRoutes,
  ...subscriptionsRoutes,
  ...categoriesRoutes,
  ...feedsRoutes,
  ...discoverRoutes,
  ...entriesRoutes,
  ...readsRoutes,
  ...collectionsRoutes,
  ...actionsRoutes,
  ...appPasswordsRoutes,
}
