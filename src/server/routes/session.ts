import { providerButtons } from '../accounts/providers.ts'
import type { Routes } from '../http/routes.ts'

/** Sign-in methods. get-session itself is better-auth's, which also extends the session (accounts/auth.ts). */
export const sessionRoutes = {
  'session.providers': async ({ config }) => providerButtons(config),
} satisfies Routes
