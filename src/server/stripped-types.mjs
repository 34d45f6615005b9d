// Loads TypeScript files from copies whose types were stripped beforehand (src/tools/strip-server.ts). Node's own stripper is
// WebAssembly that stays in memory: 12 MB of the 120 that a server may have at its start, 10 of the 150 a minute after a crawl
// and 29 MB in the parsing process. A file without a copy is stripped by Node. JavaScript, because it loads before TypeScript.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Path of the stripped copy, named after the content of the file: a changed file has another copy, or none yet. */
export const strippedFile = (text) => {
  const name = `${createHash('sha256').update(text).digest('hex')}.js`
  return fileURLToPath(new URL(`../../node_modules/.cache/stripped-types/${name}`, import.meta.url))
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
    try {
      const source = readFileSync(strippedFile(readFileSync(fileURLToPath(url))))
      return { format: 'module', source, shortCircuit: true }
    } catch {
      return next(url, context)
    }
  },
})
