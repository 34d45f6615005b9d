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
  screens: [{ path: '/login', titleKey: 'common:action.signIn', load }],
  dialogs: [
    {
      id: 'session',
      load: async () => {
        const { SessionDialog, propsSchema } = await load()
        return { default: SessionDialog, propsSchema }
      },
    },
    {
      id: 'sign-out',
      load: async () => {
        const { SignOutDialog, propsSchema } = await load()
        return { default: SignOutDialog, propsSchema }
      },
    },
  ],
}
