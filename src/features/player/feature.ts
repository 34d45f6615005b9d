import type { Feature } from '../feature.ts'

export const player: Feature = {
  id: 'player',
  background: () => import('./start.ts'),
  overlay: () => import('./index.ts'),
}
