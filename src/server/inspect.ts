/**
 * `npm run -s inspect -- FILE|URL` for humans; without an argument JSON lines on stdin, one response line each in
 * any order.
 */
import PQueue from 'p-queue'
import { readConfig } from './config.ts'
import { inspect, inspectRequest, type Tools } from './inspect/handle-inspection.ts'
import { asWritten } from './inspect/input.ts'
import { linesOf } from './inspect/lines.ts'
import { walk } from './inspect/print-report.ts'
import { createOutbound, userAgentOf } from './outbound/index.ts'
import { createParsing } from './parsing/parsing.ts'

/** Requests in flight; reading stdin waits for a free slot. */
const AT_ONCE = 16

const write = (line: string): void => void process.stdout.write(`${asWritten(line)}\n`)
const messageOf = (error: unknown): string =>
  error instanceof Error ? ((error as { reason?: string }).reason ?? error.message) : String(error)

async function respondToLine(tools: Tools, line: string): Promise<void> {
  let id: string | number | null = null
  try {
    const request: unknown = JSON.parse(line)
    id = idOf(request)
    write(JSON.stringify({ id, ok: true, ...(await inspect(tools, inspectRequest.parse(request))) }))
  } catch (error) {
    write(JSON.stringify({ id, ok: false, error: messageOf(error) }))
  }
}

function idOf(request: unknown): string | number | null {
  const id = typeof request === 'object' && request !== null && 'id' in request ? request.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

async function respondToLines(tools: Tools): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line.trim() === '') continue
    void queue.add(() => respondToLine(tools, line))
    await queue.onSizeLessThan(1)
  }
  await queue.onIdle()
}

// A pipe that closes early (`| head`) is no error.
process.stdout.on('error', () => process.exit())

const config = readConfig(process.env)
const outbound = createOutbound({ allow: config.FETCH_ALLOW, userAgent: userAgentOf(config.PUBLIC_URL) })
const tools: Tools = { config, outbound, now: Date.now, parsing: createParsing() }
const target = process.argv[2]
try {
  if (target === undefined) await respondToLines(tools)
  else for await (const line of walk(tools, target)) write(line)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
} finally {
  await tools.parsing.close()
  await outbound.close()
}
