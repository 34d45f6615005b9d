import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry as the host hands it over. */
export type SavedEntry = Awaited<ReturnType<Caller['entry']>>['entry']
