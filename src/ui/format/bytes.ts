const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes as people say it: 1.4 MB. Steps of 1000, as disks are sold. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
