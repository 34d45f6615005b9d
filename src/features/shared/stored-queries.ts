import type { Feature } from '../feature.ts'

export const storedQueries: Feature = {
  id: 'stored-queries',
  background: () => import('../../model/stored-queries/index.ts'),
}
