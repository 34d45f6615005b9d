import { providerButtons } from '../accounts/providers.ts'
import type { Routes } from '../http/routes.ts'

/** The ways to sign in. get-session itself is better-auth's, which also prolongs the session (accounts/auth.ts). */
export const sessionRoutes = {
  'session.providers': async ({ config }) => providerButtons(config),
} satisfies Routes
