/** `node src/server/main.ts`: the whole server. */
import { serve } from './serve.ts'

await serve()
