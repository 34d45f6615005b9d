/** `npm start`: builds what is not built, then serves. */
import { build } from './build.ts'

await build({ always: false })
await import('../server/main.ts')
