/** How often a property is tried: enough for every run of the tests, FUZZ_RUNS for a long one by hand. */
export const fuzzRuns = (usual: number): { numRuns: number } => ({
  numRuns: Number(process.env['FUZZ_RUNS'] ?? usual),
})
/** ms that a test of a property may take; a long run has all the time it needs. */
export const FUZZ_TIMEOUT_MS = process.env['FUZZ_RUNS'] ? 3_600_000 : 120_000
