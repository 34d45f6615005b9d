/** `npm run dev`: the server, restarted when its files change, and Vite, which proxies /api to it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { root } from './step.ts'

/** What the server loads of them is TypeScript, neither component nor test. */
const folders = [
  'src/server',
  'src/contract',
  'src/core',
  'src/plugin-api',
  'migrations/server',
  'plugins',
].map((folder) => join(root, folder, '/'))
const isOfServer = (file: string) =>
  folders.some((folder) => file.startsWith(folder)) && /(?<!\.test)\.ts$/.test(file)

let server: ChildProcess | null = null
/** What happens when the server ends. */
let next: 'start' | 'wait' | 'end' = 'wait'

function startServer(): void {
  next = 'wait'
  server = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, stdio: 'inherit' })
  server.once('exit', () => {
    server = null
    if (next === 'start') startServer()
    else if (next === 'wait') process.stdout.write('The server has ended. It starts when its files change.\n')
  })
}

function restartServer(): void {
  if (next === 'end') return
  if (server === null) return startServer()
  next = 'start'
  server.kill('SIGTERM')
}

/** `node --watch` loses files that editors replace on saving (Linux). */
const serverFiles: Plugin = {
  name: 'server-files',
  configureServer({ watcher }) {
    watcher.add(folders)
    watcher.on('all', (_, file) => {
      if (isOfServer(file)) restartServer()
    })
  },
}

startServer()
const starting = createServer({ plugins: [serverFiles] })
// This program ends once both have ended.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    next = 'end'
    server?.kill('SIGTERM')
    void starting.then((vite) => vite.close())
  })
const vite = await starting
await vite.listen()
vite.printUrls()
