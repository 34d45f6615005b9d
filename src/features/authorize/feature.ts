import type { Feature } from '../feature.ts'

export const authorize: Feature = {
  id: 'authorize',
  screens: [
    {
      path: '/authorize',
      titleKey: 'app:authorize.title',
      // A user signs in on the page itself, which keeps what the program asks for.
      access: 'anyone',
      load: () => import('./index.ts'),
    },
  ],
}
