/** The steps of the guide: each asks one question and has one primary button. */

export type Way = 'packs' | 'import' | 'address' | 'samples'
export type Step = 'way' | 'topics' | 'feeds' | 'import' | 'address' | 'done' | 'tour'

/** The step that a way begins with. */
export const firstStepOf: Readonly<Record<Way, Step>> = {
  packs: 'topics',
  import: 'import',
  address: 'address',
  samples: 'feeds',
}

/** The step before; null where there is no way back. What has been followed stays followed. */
export function stepBefore(step: Step, way: Way): Step | null {
  if (step === 'way' || step === 'tour') return null
  return step === 'feeds' && way === 'packs' ? 'topics' : 'way'
}
