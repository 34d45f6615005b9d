/** Structured log on stderr: one JSON object per line with cause and key, never a secret. */
export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = Record<Level, (message: string, facts?: Readonly<Record<string, unknown>>) => void>

const order = ['debug', 'info', 'warn', 'error'] as const

/** @param level the lowest level written; 'silent' writes nothing */
export function createLog(
  level: Level | 'silent',
  write = (line: string) => void process.stderr.write(line),
): Log {
  const lowest = level === 'silent' ? order.length : order.indexOf(level)
  const at =
    (name: Level) =>
    (message: string, facts: Readonly<Record<string, unknown>> = {}) => {
      if (order.indexOf(name) < lowest) return
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...plain(facts) })}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Errors have no enumerable fields; a log needs their message and stack. */
function plain(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  )
}
