const steps = [
  { from: 1e9, unit: 'B' },
  { from: 1e6, unit: 'M' },
  { from: 1e3, unit: 'K' },
] as const

/**
 * Formats a count compactly: 999, 1K, 1.2K, 3.4M, 5B. At most one decimal (spec 9), truncated instead of rounded, so that
 * 999,950 does not become 1000K and a badge never shows too many.
 */
export const compactNumber = (count: number): string => {
  const step = steps.find(({ from }) => Math.abs(count) >= from)
  if (!step) return String(count)
  return `${Math.trunc((count / step.from) * 10) / 10}${step.unit}`
}
