import type { i18n } from 'i18next'

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats bytes as 1.4 MB, in steps of 1000, and below the first step as 556 bytes. */
export function formatBytes(bytes: number, { t, language }: Pick<i18n, 't' | 'language'>): string {
  // In Intl the short unit has no plural, and the long one no name in zh-TW.
  if (bytes < 1000) return t('common:bytes', { count: bytes })
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step - 1],
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
