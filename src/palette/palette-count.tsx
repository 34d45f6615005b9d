import { useEffect, useState } from 'react'
import { useTranslation } from '../ui/index.ts'
import type { PaletteSection } from './rows.ts'

/** ms without a change before the count is announced. */
const ANNOUNCE_DELAY_MS = 400
/** More groups are not read out one by one. */
const MOST_GROUPS = 4

/** Announces the number of rows, by group, to screen readers, debounced. */
export function PaletteCount({ sections }: { readonly sections: readonly PaletteSection[] }) {
  const { t } = useTranslation()
  const count = sections.reduce((sum, section) => sum + section.rows.length, 0)
  const groups =
    sections.length > 1 && sections.length <= MOST_GROUPS
      ? sections.map(({ title, rows }) => `${title}: ${rows.length}`).join(', ')
      : ''
  const text = [t('palette.count', { count }), groups].filter((part) => part !== '').join('. ')
  const [announced, announce] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => announce(text), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="ui-visually-hidden" role="status">
      {announced}
    </div>
  )
}
