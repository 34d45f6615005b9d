import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $importProgress, importOpmlFx, parseOpmlFx, type OpmlContent } from '../../model/discover/index.ts'
import { Button, EmptyState, ImportIcon, Notice, Progress, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import type { ImportFormat } from '../feature.ts'
import { $importFormats } from '../registry.ts'
import { formatOf, isTooLarge } from './check-file.ts'
import { FileDrop } from './file-drop.tsx'
import { formatMessage } from './format-message.ts'
import { ImportReport } from './import-report.tsx'
import { LineChooser } from './line-chooser.tsx'

type Opened = { readonly name: string; readonly bytes: Uint8Array; readonly content: OpmlContent }
export type ImportFeedsProps = {
  /** Called by the button below a finished report. */
  readonly onDone?: (() => void) | undefined
}

/** Imports feeds: choose a file, choose lines, see the results. */
export function ImportFeeds({ onDone }: ImportFeedsProps) {
  const { t, i18n } = useTranslation(['app', 'errors'])
  const { formats, progress, parse, start, starting } = useUnit({
    formats: $importFormats,
    progress: $importProgress,
    parse: parseOpmlFx,
    start: importOpmlFx,
    starting: importOpmlFx.pending,
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  // The previous report stays visible until another file is opened.
  const [reporting, setReporting] = useState(progress !== null)

  const open = async (file: File) => {
    const format = formatOf(file.name, formats)
    if (!format) return setError(t('import.error.name', { endings: endingsOf(formats, i18n.language) }))
    if (isTooLarge(file)) return setError(t('import.error.size'))
    setError(null)
    setReading(true)
    try {
      const bytes = await format.read(new Uint8Array(await file.arrayBuffer()))
      const content = await parse(bytes)
      if (content.subscriptions.length === 0) return setError(t('import.error.empty'))
      setOpened({ name: file.name, bytes, content })
      setChosen(new Set(content.subscriptions.map(({ url }) => url)))
      setReporting(false)
    } catch (failure) {
      setError(formatMessage(failure, t))
    } finally {
      setReading(false)
    }
  }
  const run = async (items: readonly string[]) => {
    if (!opened) return
    setError(null)
    setReporting(true)
    try {
      await start({ file: opened.bytes, items })
    } catch (failure) {
      setError(t('import.error.stopped', { reason: errorMessage(failure, t) }))
    }
  }
  const again = () => {
    setOpened(null)
    setReporting(false)
    setError(null)
  }

  // Between the start of the import and its first report there is no progress yet.
  const over = !starting && (error !== null || progress?.running === false)
  if (reporting)
    return (
      <div className="import">
        {error && <Notice tone="danger">{error}</Notice>}
        {progress ? (
          <ImportReport progress={progress} onRetry={opened ? (urls) => void run(urls) : undefined} />
        ) : (
          !error && <Progress label={t('import.running', { done: 0, total: chosen.size })} />
        )}
        {over && (
          <div className="import-actions">
            <Button onClick={again}>{t('import.another')}</Button>
            {onDone && (
              <Button variant="primary" autoFocus onClick={onDone}>
                {t('import.reading_label')}
              </Button>
            )}
          </div>
        )}
      </div>
    )
  if (!opened && formats.length === 0)
    return (
      <EmptyState
        icon={<ImportIcon />}
        title={t('import.noFormat')}
        description={t('import.noFormatWords')}
      />
    )
  if (!opened)
    return <FileDrop formats={formats} busy={isReading} error={error} onFile={(file) => void open(file)} />
  const { subscriptions: lines, remaining } = opened.content
  const tooMany = chosen.size > remaining
  return (
    // A form, so that Enter in the filter or on a box imports.
    <form
      className="import"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.size > 0 && !tooMany) void run([...chosen])
      }}
    >
      <p className="import-summary">
        <strong>{t('import.found', { count: lines.length, name: opened.name })}</strong>
        <span>{t('import.chosen', { count: chosen.size, total: lines.length })}</span>
      </p>
      {tooMany && (
        <Notice tone="warning">
          {t('import.remaining', { count: remaining })} {t('import.tooMany')}
        </Notice>
      )}
      <LineChooser lines={lines} chosen={chosen} onChange={setChosen} />
      <div className="import-actions">
        <Button onClick={again}>{t('import.another')}</Button>
        <Button type="submit" variant="primary" disabled={chosen.size === 0 || tooMany}>
          {t('import.start', { count: chosen.size })}
        </Button>
      </div>
    </form>
  )
}

/** `.opml or .xml` */
const endingsOf = (formats: readonly ImportFormat[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    formats.flatMap(({ extensions }) => extensions),
  )
