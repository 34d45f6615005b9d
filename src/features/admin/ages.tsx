import { formatAgo, formatFullTime, formatUntil, useCurrentMinute, useTranslation } from '../../ui/index.ts'

/** A time as its distance from now, and in full for the tooltip. */
export type Age = { readonly when: string; readonly full: string }

/** @returns what tells the distance of an ISO time, past or to come; it follows the clock */
export function useAges(): (iso: string) => Age {
  const { i18n } = useTranslation()
  const now = useCurrentMinute()
  return (iso) => {
    const at = Date.parse(iso)
    const format = at > now ? formatUntil : formatAgo
    return { when: format(at, now, i18n.language), full: formatFullTime(at, i18n.language) }
  }
}

/** One figure of a line: a text, or one with a time in it, whose tooltip is the full date. */
export type FigureText = string | { readonly text: string; readonly full: string }

/** Figures of a row, with dots between. */
export function FigureLine({ figures }: { readonly figures: readonly FigureText[] }) {
  return (
    <p className="admin-hint">
      {figures.map((figure, at) => {
        const { text, full } = typeof figure === 'string' ? { text: figure, full: undefined } : figure
        return (
          <span key={text} title={full}>
            {at > 0 && ' · '}
            {text}
          </span>
        )
      })}
    </p>
  )
}
