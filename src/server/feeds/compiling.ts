/** How the engine compiles what reads feeds. */
import { setFlagsFromString } from 'node:v8'

/**
 * Reading feeds is many small functions that call the same few. The engine copies those few into each of their callers,
 * up to so many bytes of code (920 by default), and compiles all of that in the first seconds of a crawl, on the very
 * processors that read: a sixth of the work. Code of this measure is ready sooner and hardly slower once it is warm.
 */
const INLINED = '--max-inlined-bytecode-size-cumulative=200'

/** For this process, from now on. An engine that does not know the measure any more keeps its own. */
export const compileLean = (): void => setFlagsFromString(INLINED)

/**
 * How often a function is called before the engine compiles it for the last time. What a crowd of feeds needs is called
 * more often than that at once, and its last compilation would come just when both threads have most to do.
 */
const CALLS = { usual: 3000, crowd: 300_000 }

/** For this process and all its threads, until told otherwise. */
export const compileForCrowd = (isCrowd: boolean): void =>
  setFlagsFromString(`--invocation-count-for-turbofan=${isCrowd ? CALLS.crowd : CALLS.usual}`)
