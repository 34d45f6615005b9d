/** The whole server as a process. */
import { live } from './process.ts'
import { startServer } from './start.ts'

/** Serves until a signal. */
export const serve = (): Promise<void> =>
  live(async (config) => {
    const { url, stop } = await startServer(config)
    return { stop, ready: `Lectern is ready at ${url}` }
  })
