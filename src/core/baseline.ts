type Step<Arguments extends readonly unknown[]> = { readonly up: (...how: Arguments) => Promise<void> }
type Steps<Arguments extends readonly unknown[]> = Readonly<Record<string, Step<Arguments>>>

/** Several migrations as one step. */
export type Baseline<Arguments extends readonly unknown[]> = Step<Arguments> & {
  /** The migrations that it replaces, from the first one on, in their order. */
  readonly steps: readonly string[]
}

/**
 * Migrations for one run. The first one runs only where the database is new: the baseline takes its place, and the others
 * that it replaces do nothing. All count as run, so that a database continues in the same way however it was made.
 * @param steps every migration; those that the baseline replaces may be absent where the database is known to be new
 */
export function withBaseline<Arguments extends readonly unknown[]>(
  baseline: Baseline<Arguments>,
  steps: Steps<Arguments>,
): Steps<Arguments> {
  let isNew = false
  const first: Step<Arguments> = {
    up: async (...how) => {
      await baseline.up(...how)
      isNew = true
    },
  }
  const unlessNew = (name: string): Step<Arguments> => ({
    up: async (...how) => {
      if (!isNew) await steps[name]?.up(...how)
    },
  })
  const covered = baseline.steps.map((name, index) => [name, index === 0 ? first : unlessNew(name)] as const)
  return { ...steps, ...Object.fromEntries(covered) }
}
