/** Every call that this server answers by itself, joined into one table; plugins bring their own. */
import type { Routes } from '../http/routes.ts'
import { profilesRoutes } from './profiles.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { statusRoutes } from './status.ts'

export const routes: Routes = {
  ...sessionRoutes,
  ...statusRoutes,
  ...settingsRoutes,
  ...profilesRoutes,
}
