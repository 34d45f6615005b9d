import { useUnit } from 'effector-react'
import { textCopied } from '../../model/browser-actions/index.ts'
import type { EntryImport, ImportProgress, ImportReport as FeedImport } from '../../model/discover/index.ts'
import {
  Button,
  CopyIcon,
  DoneIcon,
  ErrorIcon,
  Notice,
  Progress,
  RefreshIcon,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage, fetchMessage } from '../shared/error-message/index.ts'
import type { UnreadLine } from '../feature.ts'
import {
  entryReportLines,
  inOrder,
  isProblem,
  OUTCOMES,
  refusedItems,
  reportLines,
  reportText,
  unfetchedItems,
  type Outcome,
  type ReportLine,
} from './report.ts'

/** Lines on the screen; what has a problem stands first. */
const MAX_LINES = 1000

export type ImportReportProps = {
  /** null where no feed was chosen. */
  readonly progress: ImportProgress | null
  /** What was added beside feeds. */
  readonly restored: FeedImport['restored'] | null
  /** null where no entries are imported. */
  readonly entries: EntryImport | null
  readonly unread: readonly UnreadLine[]
  /** Absent where the file is not at hand any more. */
  readonly onRetry?: ((urls: readonly string[]) => void) | undefined
  readonly onRetryEntries?: (() => void) | undefined
}

/** Progress of the import and the result of each line. */
export function ImportReport({
  progress,
  restored,
  entries,
  unread,
  onRetry,
  onRetryEntries,
}: ImportReportProps) {
  const { t } = useTranslation(['app', 'errors'])
  const copied = useUnit(textCopied)
  const lines = inOrder([
    ...(progress ? reportLines(progress) : []),
    ...entryReportLines(entries?.lines ?? [], unread, (error) => errorMessage(error, t)),
  ])
  const failedFeeds = progress ? refusedItems(progress).flatMap(({ url }) => url ?? []) : []
  const failedEntries = entries?.lines.filter(({ outcome }) => outcome === 'failed') ?? []
  const isDone = !progress?.running && !entries?.waiting.length
  const text = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, t(`import.${outcome}`)])) as Record<
    Outcome,
    string
  >
  return (
    <div className="import-report">
      {progress?.running && (
        <Progress
          label={t('import.running', { done: progress.done, total: progress.total })}
          value={progress.total > 0 ? progress.done / progress.total : undefined}
          detail={t('import.runningWords')}
        />
      )}
      {entries && entries.waiting.length > 0 && !progress?.running && (
        <Progress
          label={t('import.entries.running', { done: entries.lines.length, total: entries.total })}
          value={entries.lines.length / entries.total}
          detail={t('import.runningWords')}
        />
      )}
      {isDone && <Summary progress={progress} restored={restored} entries={entries} />}
      {restored?.problems.map((problem) => (
        <Notice key={problem} tone="warning">
          {problem}
        </Notice>
      ))}
      <div className="ui-buttons import-actions" data-align="end">
        {lines.length > 0 && (
          <Button size="small" icon={<CopyIcon />} onClick={() => copied(reportText(lines, text))}>
            {t('import.copyReport')}
          </Button>
        )}
        {isDone && failedFeeds.length > 0 && onRetry && (
          <Button size="small" icon={<RefreshIcon />} onClick={() => onRetry(failedFeeds)}>
            {t('import.retryFailed')}
          </Button>
        )}
        {isDone && failedEntries.length > 0 && onRetryEntries && (
          <Button size="small" icon={<RefreshIcon />} onClick={onRetryEntries}>
            {t('import.entries.retryFailed')}
          </Button>
        )}
      </div>
      {lines.length > 0 && (
        <ul className="import-lines" data-scroll tabIndex={0} aria-label={t('import.report')}>
          {lines.slice(0, MAX_LINES).map((line, at) => (
            <Line key={`${at} ${line.url}`} line={line} />
          ))}
        </ul>
      )}
      {lines.length > MAX_LINES && (
        <p className="import-hint">{t('import.moreLines', { count: lines.length - MAX_LINES })}</p>
      )}
    </div>
  )
}

function Summary({
  progress,
  restored,
  entries,
}: Pick<ImportReportProps, 'progress' | 'restored' | 'entries'>) {
  const { t } = useTranslation('app')
  const count = (outcome: Outcome) => entries?.lines.filter((line) => line.outcome === outcome).length ?? 0
  const failedEntries = count('failed')
  const unfetched = progress ? unfetchedItems(progress).length : 0
  const failed = progress ? refusedItems(progress).length : 0
  const followed = progress?.conflictItems.length ?? 0
  return (
    <p className="import-summary" role="status">
      {progress && (
        <>
          <strong>{t('import.finished', { count: progress.successfulItems.length + unfetched })}</strong>
          {unfetched > 0 && (
            <span data-tone="danger">{t('import.unfetchedCount', { count: unfetched })}</span>
          )}
          {followed > 0 && <span>{t('import.already', { count: followed })}</span>}
          {failed > 0 && <span data-tone="danger">{t('import.failedCount', { count: failed })}</span>}
        </>
      )}
      {restored && restored.rules > 0 && (
        <span>{t('import.account.addedRules', { count: restored.rules })}</span>
      )}
      {restored && restored.labels > 0 && (
        <span>{t('import.account.addedLabels', { count: restored.labels })}</span>
      )}
      {entries && (
        <>
          <strong>{t('import.entries.finished', { count: count('matched') + count('saved') })}</strong>
          {count('saved') > 0 && <span>{t('import.entries.saved', { count: count('saved') })}</span>}
          {count('present') > 0 && <span>{t('import.entries.present', { count: count('present') })}</span>}
          {failedEntries > 0 && (
            <span data-tone="danger">{t('import.entries.failedCount', { count: failedEntries })}</span>
          )}
        </>
      )}
    </p>
  )
}

function Line({ line: { outcome, title, url, reason } }: { readonly line: ReportLine }) {
  const { t } = useTranslation(['app', 'errors'])
  const hasProblem = isProblem(outcome)
  return (
    <li className="import-line" data-outcome={outcome}>
      {hasProblem ? <ErrorIcon aria-hidden="true" /> : <DoneIcon aria-hidden="true" />}
      <span className="ui-visually-hidden">{t(`import.${outcome}`)}</span>
      <span className="import-line-words">
        <span>{title}</span>
        {url !== title && url !== '' && <span className="import-line-url">{url}</span>}
        {hasProblem && (
          <span className="import-line-reason">
            {reason ? fetchMessage(reason, t) : t('import.noReason')}
          </span>
        )}
      </span>
    </li>
  )
}
