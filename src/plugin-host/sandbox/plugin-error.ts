/** A plugin's code threw. */
export class PluginError extends Error {
  /** Of the plugin's own code, from 1; null where none of it is known. */
  readonly line: number | null
  constructor(message: string, line: number | null) {
    super(message)
    this.line = line
  }
}

/**
 * @param lines of the whole script, the innermost call first
 * @param before how many lines stand before the plugin's own code
 */
export function ownLine(lines: readonly number[], before: number): number | null {
  const line = lines.find((one) => one > before)
  return line === undefined ? null : line - before
}
