import { memo } from 'react'
import { useTranslation } from '../ui/index.ts'
import { prefixes } from './query.ts'
import { LIST_KEYS } from './use-results-list.ts'

export type PaletteFooterProps = {
  readonly state: 'list' | 'page' | 'actions'
  /** Of the selected row. */
  readonly hasActions: boolean
  readonly hasCompletion: boolean
  /** All results can be listed. */
  readonly hasList: boolean
}

/** What the keys and the first letters do. */
export const PaletteFooter = memo(function PaletteFooter(props: PaletteFooterProps) {
  const { state, hasActions, hasCompletion, hasList } = props
  const { t } = useTranslation()
  return (
    <footer className="palette-foot" aria-hidden="true">
      {state !== 'list' && <span>{t('palette.pageHint')}</span>}
      {state === 'list' &&
        prefixes.map(([letter, kind]) => (
          <span key={kind}>
            <kbd>{letter}</kbd> {t(`palette.modeNames.${kind}`)}
          </span>
        ))}
      {hasCompletion ? (
        <span>
          <kbd>Tab</kbd> {t('palette.complete')}
        </span>
      ) : (
        hasActions && (
          <span>
            <kbd>Tab</kbd> {t('palette.toActions')}
          </span>
        )
      )}
      {hasList && (
        <span className="palette-foot-key">
          <kbd>{LIST_KEYS}</kbd> {t('palette.asList')}
        </span>
      )}
    </footer>
  )
})
