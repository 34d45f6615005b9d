/** `node src/server/worker.ts`: a crawl worker without the web server, alongside others on one PostgreSQL. */
import { live } from './process.ts'
import { startWorker } from './start.ts'

await live(async (config) => {
  if (!config.DATABASE_URL)
    throw new Error('A worker needs a shared database: set DATABASE_URL to a PostgreSQL database.')
  const { stop } = await startWorker(config)
  return { stop, ready: 'Lectern is working' }
})
