const SECOND_MS = 1000

/** How long a run took, in milliseconds or seconds. */
export function jobDuration(milliseconds: number, language: string): string {
  const isShort = milliseconds < SECOND_MS
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(isShort ? milliseconds : milliseconds / SECOND_MS)
}
