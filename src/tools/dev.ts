/** `npm run dev`: the server restarted on changes, and Vite with reload beside it, which passes /api on. */
import { spawn } from 'node:child_process'
import { bin, root } from './step.ts'

const server = spawn(process.execPath, ['--watch', 'src/server/main.ts'], { cwd: root, stdio: 'inherit' })
const vite = spawn(bin('vite'), [], { cwd: root, stdio: 'inherit' })
const stop = () => {
  server.kill('SIGTERM')
  vite.kill('SIGTERM')
}
// This program ends once both have ended.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
server.on('exit', stop)
vite.on('exit', stop)
