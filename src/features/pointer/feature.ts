import type { Feature } from '../feature.ts'

export const pointer: Feature = {
  id: 'pointer',
  overlay: () => import('./pointer-layer.tsx'),
}
