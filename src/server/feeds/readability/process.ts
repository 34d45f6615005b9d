/** Runs in a process of its own: pages come in, articles go out, by number. */
import { extract } from './extract.ts'

process.on('message', ({ number, html }: { number: number; html: string }) => {
  try {
    process.send?.({ number, article: extract(html) })
  } catch (error) {
    process.send?.({ number, article: null, error: error instanceof Error ? error.message : String(error) })
  }
})
// The server is gone, however it went.
process.on('disconnect', () => process.exit())
