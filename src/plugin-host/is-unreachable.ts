/** Whether a call failed because the server could not be reached. */
export const isUnreachable = (error: unknown): boolean =>
  (error as { kind?: unknown } | null)?.kind === 'unreachable'
