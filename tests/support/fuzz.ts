/** Number of runs of a property; FUZZ_RUNS for a long run by hand. */
export const fuzzRuns = (usual: number): { numRuns: number } => ({
  numRuns: Number(process.env['FUZZ_RUNS'] ?? usual),
})
/** Timeout of a property test, ms; unlimited for a long run. */
export const FUZZ_TIMEOUT_MS = process.env['FUZZ_RUNS'] ? 3_600_000 : 120_000
