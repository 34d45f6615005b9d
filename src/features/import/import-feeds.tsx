import { useUnit } from 'effector-react'
import { useEffect, useId, useState } from 'react'
import {
  $entryImport,
  $importProgress,
  $offeredFile,
  $restored,
  entriesImportRequested,
  followedListRequested,
  importFileTaken,
  importOpmlFx,
  parseOpmlFx,
  type OpmlContent,
} from '../../model/discover/index.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import {
  Button,
  DialogActions,
  EmptyState,
  ImportIcon,
  Notice,
  Progress,
  useTranslation,
} from '../../ui/index.ts'
import { formatBytes } from '../../ui/format/bytes.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import type { ImportedFile } from '../feature.ts'
import { $importFormats } from '../registry.ts'
import { formatOf, isTooLarge } from './check-file.ts'
import { EntryChoice } from './entry-choice.tsx'
import { FileDrop } from './file-drop.tsx'
import { fileEndings, formatMessage } from './formats.ts'
import { ImportReport } from './import-report.tsx'
import { LineChooser } from './line-chooser.tsx'
import { noOptions, OptionChoice, settingsIn, type FileOptions } from './option-choice.tsx'

type Opened = { readonly name: string; readonly file: ImportedFile; readonly content: OpmlContent }
/** Of a file that names no feeds. */
const noFeeds: OpmlContent = { subscriptions: [], remaining: 0 }

export type ImportFeedsProps = {
  /** Called by the button below a finished report. */
  readonly onDone?: (() => void) | undefined
}

/** Imports feeds and entries: choose a file, choose lines, see the results. */
export function ImportFeeds({ onDone }: ImportFeedsProps) {
  const { t, i18n } = useTranslation(['app', 'errors', 'sources'])
  const {
    formats,
    progress,
    restored,
    entryImport,
    subscriptions,
    offered,
    parse,
    start,
    starting,
    startEntries,
    taken,
    showFollowed,
  } = useUnit({
    formats: $importFormats,
    progress: $importProgress,
    restored: $restored,
    entryImport: $entryImport,
    parse: parseOpmlFx,
    start: importOpmlFx,
    starting: importOpmlFx.pending,
    startEntries: entriesImportRequested,
    subscriptions: $subscriptions,
    offered: $offeredFile,
    taken: importFileTaken,
    showFollowed: followedListRequested,
  })
  const form = useId()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [withEntries, setWithEntries] = useState(true)
  const [options, setOptions] = useState<FileOptions>(noOptions)
  const [error, setError] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  // The previous report stays visible until another file is opened.
  const [reporting, setReporting] = useState(progress !== null || entryImport !== null)
  /** What this report is about; both after a reload of the dialog. */
  const [imports, setImports] = useState({ feeds: true, entries: true })
  const open = async (file: File) => {
    setReading(true)
    try {
      const format = await formatOf(file, formats)
      if (!format) return setError(t('import.error.name', { endings: fileEndings(formats, i18n.language) }))
      if (isTooLarge(file, format))
        return setError(t('import.error.size', { size: formatBytes(format.maxBytes, i18n) }))
      setError(null)
      const read = await format.read(new Uint8Array(await file.arrayBuffer()))
      const content = read.opml ? await parse(read.opml) : noFeeds
      if (
        content.subscriptions.length +
          read.entries.length +
          read.unread.length +
          settingsIn(content) +
          (content.settings?.rules ?? 0) ===
        0
      )
        return setError(t('import.error.empty'))
      setOpened({ name: file.name, file: read, content })
      setChosen(new Set(content.subscriptions.map(({ url }) => url)))
      setWithEntries(read.entries.length > 0)
      // A file of somebody else may bring rules and proxies, so they wait for a tick.
      setOptions({ ...noOptions, settings: settingsIn(content) > 0 })
      setReporting(false)
    } catch (failure) {
      setError(formatMessage(failure, t))
    } finally {
      setReading(false)
    }
  }
  useEffect(() => {
    if (!offered) return
    taken()
    void open(offered)
  })
  const bringEntries = (entries: ImportedFile['entries']) =>
    startEntries({ entries, inboxTitle: t('sources:savePage.inbox') })
  const run = async (
    items: readonly string[],
    entries: ImportedFile['entries'],
    chosenOptions = noOptions,
  ) => {
    if (!opened) return
    setError(null)
    setReporting(true)
    const isOpml = items.length > 0 || chosenOptions.settings || chosenOptions.rules
    setImports({ feeds: isOpml, entries: entries.length > 0 })
    try {
      if (isOpml && opened.file.opml) await start({ file: opened.file.opml, items, ...chosenOptions })
    } catch (failure) {
      setError(t('import.error.stopped', { reason: errorMessage(failure, t) }))
    }
    // Their marks and texts are not lost where the feeds could not be followed.
    if (entries.length > 0) bringEntries(entries)
  }
  const again = () => {
    setOpened(null)
    setReporting(false)
    setError(null)
  }
  const feeds = imports.feeds ? progress : null
  const entries = imports.entries ? entryImport : null
  // Between the start of the import and its first report there is no progress yet.
  const areFeedsOver = !imports.feeds || error !== null || progress?.running === false
  const over = !starting && areFeedsOver && !entries?.waiting.length
  // Behind the dialog, as soon as there is something to read.
  const showsList = reporting && over && opened !== null && subscriptions.size > 0
  useEffect(() => {
    if (showsList) showFollowed()
  }, [showsList, showFollowed])
  if (reporting)
    return (
      <div className="import">
        {error && <Notice tone="danger">{error}</Notice>}
        {feeds || entries ? (
          <ImportReport
            progress={feeds}
            restored={imports.feeds ? restored : null}
            entries={entries}
            unread={opened?.file.unread ?? []}
            onRetry={
              opened ? (urls) => void run(urls, [], { ...noOptions, routes: options.routes }) : undefined
            }
            onRetryEntries={() =>
              bringEntries(
                (entries?.lines ?? [])
                  .filter(({ outcome }) => outcome === 'failed')
                  .map(({ entry }) => entry),
              )
            }
          />
        ) : (
          !error && <Progress label={t('import.running', { done: 0, total: chosen.size })} />
        )}
        {over && (
          <DialogActions>
            <Button variant="quiet" onClick={again}>
              {t('import.another')}
            </Button>
            {onDone && (
              <Button
                variant="primary"
                autoFocus
                onClick={() => {
                  showFollowed()
                  onDone()
                }}
              >
                {t('import.reading_label')}
              </Button>
            )}
          </DialogActions>
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
  const chosenEntries = withEntries ? opened.file.entries : []
  const isNothing = chosen.size + chosenEntries.length === 0 && !options.settings && !options.rules
  return (
    // A form, so that Enter in the filter or on a box imports.
    <form
      id={form}
      className="import"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNothing && !tooMany) void run([...chosen], chosenEntries, options)
      }}
    >
      {error && <Notice tone="danger">{error}</Notice>}
      {lines.length > 0 && (
        <p className="import-summary">
          <strong>{t('import.found', { count: lines.length, name: opened.name })}</strong>
          <span>{t('import.chosen', { count: chosen.size, total: lines.length })}</span>
        </p>
      )}
      {tooMany && (
        <Notice tone="warning">
          {t('import.remaining', { count: remaining })} {t('import.tooMany')}
        </Notice>
      )}
      <OptionChoice content={opened.content} options={options} onChange={setOptions} />
      <EntryChoice file={opened.file} checked={withEntries} onChange={setWithEntries} />
      {lines.length > 0 && <LineChooser lines={lines} chosen={chosen} onChange={setChosen} />}
      <DialogActions>
        <Button variant="quiet" onClick={again}>
          {t('import.another')}
        </Button>
        <Button
          type="submit"
          form={form}
          variant="primary"
          // Without a list of feeds the filter of the list has no focus to take.
          autoFocus={lines.length === 0}
          disabled={isNothing || tooMany}
        >
          {chosenEntries.length > 0 || chosen.size === 0
            ? t('import.entries.start')
            : t('import.start', { count: chosen.size })}
        </Button>
      </DialogActions>
    </form>
  )
}
