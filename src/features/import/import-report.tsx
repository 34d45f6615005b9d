import { useUnit } from 'effector-react'
import { textCopied } from '../../model/browser-actions/index.ts'
import { type ImportProgress } from '../../model/discover/index.ts'
import {
  Button,
  CopyIcon,
  DoneIcon,
  ErrorIcon,
  Progress,
  RefreshIcon,
  useTranslation,
} from '../../ui/index.ts'
import { refusedItems, reportLines, reportText, unfetchedItems, type ReportLine } from './report.ts'

export type ImportReportProps = {
  readonly progress: ImportProgress
  /** Absent where the file is not at hand any more. */
  readonly onRetry?: ((urls: readonly string[]) => void) | undefined
}

/** Progress of the import and the result of each line. */
export function ImportReport({ progress, onRetry }: ImportReportProps) {
  const { t } = useTranslation()
  const copied = useUnit(textCopied)
  const { total, done, running } = progress
  const lines = reportLines(progress)
  const failed = lines.filter(({ outcome }) => outcome === 'failed')
  const text = {
    imported: t('import.imported'),
    unfetched: t('import.unfetched'),
    followed: t('import.followed'),
    failed: t('import.failed'),
  }
  return (
    <div className="import-report">
      {running ? (
        <Progress
          label={t('import.running', { done, total })}
          value={total > 0 ? done / total : undefined}
          detail={t('import.runningWords')}
        />
      ) : (
        <Summary progress={progress} />
      )}
      {lines.length > 0 && (
        <ul className="import-lines" data-scroll tabIndex={0} aria-label={t('import.report')}>
          {lines.map((line, at) => (
            <Line key={`${at} ${line.url}`} line={line} />
          ))}
        </ul>
      )}
      <div className="import-actions">
        {lines.length > 0 && (
          <Button size="small" icon={<CopyIcon />} onClick={() => copied(reportText(lines, text))}>
            {t('import.copyReport')}
          </Button>
        )}
        {!running && failed.length > 0 && onRetry && (
          <Button size="small" icon={<RefreshIcon />} onClick={() => onRetry(failed.map(({ url }) => url))}>
            {t('import.retryFailed')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Summary({ progress }: { readonly progress: ImportProgress }) {
  const { t } = useTranslation('app')
  const unfetched = unfetchedItems(progress).length
  const imported = progress.successfulItems.length + unfetched
  const followed = progress.conflictItems.length
  const failed = refusedItems(progress).length
  return (
    <p className="import-summary" role="status">
      <strong>{t('import.finished', { count: imported })}</strong>
      {unfetched > 0 && <span data-tone="danger">{t('import.unfetchedCount', { count: unfetched })}</span>}
      {followed > 0 && <span>{t('import.already', { count: followed })}</span>}
      {failed > 0 && <span data-tone="danger">{t('import.failedCount', { count: failed })}</span>}
    </p>
  )
}

function Line({ line: { outcome, title, url, reason } }: { readonly line: ReportLine }) {
  const { t } = useTranslation('app')
  const hasProblem = outcome === 'failed' || outcome === 'unfetched'
  return (
    <li className="import-line" data-outcome={outcome}>
      {hasProblem ? <ErrorIcon aria-hidden="true" /> : <DoneIcon aria-hidden="true" />}
      <span className="ui-visually-hidden">{t(`import.${outcome}`)}</span>
      <span className="import-line-words">
        <span>{title}</span>
        {url !== title && <span className="import-line-url">{url}</span>}
        {hasProblem && <span className="import-line-reason">{reason ?? t('import.noReason')}</span>}
      </span>
    </li>
  )
}
