import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    session: object
    'sign-out': object
  }
}

const load = () => import('./index.ts')

export const session: Feature = {
  id: 'session',
  screens: [
    { path: '/login', titleKey: 'common:action.signIn', access: 'signed-out', frame: 'own', load },
    {
      path: '/register',
      titleKey: 'app:session.createAccount',
      access: 'signed-out',
      frame: 'own',
      load: async () => ({ default: (await load()).SignUpPage }),
    },
    {
      path: '/forget-password',
      titleKey: 'app:session.forgot.title',
      access: 'anyone',
      frame: 'own',
      load: async () => ({ default: (await load()).ForgetPasswordPage }),
    },
    {
      path: '/reset-password',
      titleKey: 'app:session.reset.title',
      access: 'anyone',
      frame: 'own',
      load: async () => ({ default: (await load()).ResetPasswordPage }),
    },
    {
      path: '/verify-email',
      titleKey: 'app:session.verify.title',
      access: 'anyone',
      frame: 'own',
      load: async () => ({ default: (await load()).VerifyEmailPage }),
    },
    {
      path: '/authorize',
      titleKey: 'app:authorize.title',
      // A user signs in on the page itself, which keeps what the program asks for.
      access: 'anyone',
      frame: 'own',
      load: () => import('./authorize-page.tsx'),
    },
  ],
  dialogs: [
    { id: 'session', load: () => import('./session-dialog.tsx') },
    { id: 'sign-out', load: () => import('./sign-out-dialog.tsx') },
  ],
}
