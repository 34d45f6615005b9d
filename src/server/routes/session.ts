import type { Routes } from '../http/routes.ts'

const envelope =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#64748b" stroke-width="2">' +
  '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m4 7 8 6 8-6"/></svg>'

/** The ways to sign in. get-session itself is better-auth's, which also prolongs the session (accounts/auth.ts). */
export const sessionRoutes = {
  'session.providers': async () => ({
    credential: {
      id: 'credential',
      name: 'E-mail',
      color: '#64748b',
      icon: envelope,
      icon64: `data:image/svg+xml;base64,${Buffer.from(envelope).toString('base64')}`,
    },
  }),
} satisfies Routes
