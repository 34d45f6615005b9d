import type { Feature } from '../feature.ts'
import type { ProfileProps } from './profile-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    profile: ProfileProps
  }
}

const load = () => import('./index.ts')

export const profiles: Feature = {
  id: 'profiles',
  screens: [
    {
      path: '/share/users/:name',
      titleKey: 'app:screens.profile',
      load: async () => ({ default: (await load()).ProfilePage }),
    },
    {
      path: '/share/feeds/:id',
      titleKey: 'app:screens.sharedFeed',
      load: async () => ({ default: (await load()).SharedFeedPage }),
    },
    {
      path: '/share/lists/:id',
      titleKey: 'app:screens.sharedList',
      load: async () => {
        const [{ SharedListPage }] = await Promise.all([load(), import('../../model/lists/index.ts')])
        return { default: SharedListPage }
      },
    },
  ],
  dialogs: [{ id: 'profile', load: () => import('./profile-dialog.tsx') }],
}
