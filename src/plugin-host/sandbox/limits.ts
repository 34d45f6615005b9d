/** Bounds of a value that a plugin sent. Some thousand nested elements crash the browser's tab, which nothing can catch. */
const MAX_DEPTH = 64
const MAX_NODES = 20_000

/** Counts without recursion, and stops at the limit. */
export function withinLimits(value: unknown): boolean {
  const waiting = [{ value, depth: 0 }]
  let nodes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    nodes += 1
    if (next.depth > MAX_DEPTH || nodes > MAX_NODES) return false
    if (next.value === null || typeof next.value !== 'object' || ArrayBuffer.isView(next.value)) continue
    for (const part of Object.values(next.value)) waiting.push({ value: part, depth: next.depth + 1 })
  }
  return true
}
