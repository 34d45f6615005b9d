/** `npm start`: builds if necessary, then serves. */
import { build } from './build.ts'
import { stripServer } from './strip-server.ts'

const SERVE = 'serve'

/**
 * glibc reads these only when a program starts. By default every thread has a heap of its own, and freed memory below a live
 * allocation stays in the process: 25 MB, a minute after a crawl of 1,000 feeds, of the 150 it may have.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

if (process.argv[2] !== SERVE) {
  await build({ always: false })
  stripServer()
  replaceProgram()
}
const { serve } = await import('../server/serve.ts')
await serve()

/** Restarts in the same process, without the memory of the build. Returns where the system cannot do that (Windows). */
function replaceProgram(): void {
  if (process.platform === 'win32' || !process.execve) return
  const [program = '', script = ''] = process.argv
  process.execve(program, [program, ...process.execArgv, script, SERVE], { ...ALLOCATOR, ...process.env })
}
