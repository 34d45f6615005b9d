/** `node src/server/main.ts`: the whole server. */
import { live } from './process.ts'
import { startServer } from './start.ts'

await live(async (config) => {
  const { url, stop } = await startServer(config)
  return { stop, ready: `Lectern is ready at ${url}` }
})
