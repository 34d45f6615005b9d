import './preview.css'
import { memo, startTransition, useEffect, useMemo, useState, type CSSProperties, useCallback } from 'react'
import { Kbd, useTranslation, Highlight, RelativeTime } from '../../ui/index.ts'
import type { PaletteRow } from '../rows.ts'
import type { PreviewSubject } from './preview-subject.ts'
import type { ChoiceSample } from '../../core/index.ts'
import { FolderPreview, SubscriptionPreview } from './source-preview.tsx'
import { EntriesPreview, SelectionPreview, UnreadPreview } from './touched-preview.tsx'
import { useUnit } from 'effector-react'
import { readPassageFx } from '../../model/previews/index.ts'
import { useLoaded } from './use-loaded.ts'

/** ms that a row stays selected before its preview is rendered: the list and held arrow keys do not wait for it. */
const REST_MS = 60

/** What the selected row is about, beside the list. Screen readers hear it from the row itself. */
export const PalettePreview = memo(function PalettePreview({
  row,
}: {
  readonly row: PaletteRow | undefined
}) {
  const { t } = useTranslation()
  const rested = useRestedRow(row)
  return (
    <section className="palette-preview" aria-label={t('palette.preview.title')}>
      {rested && <Preview key={rested.key} row={rested} />}
    </section>
  )
})

/** Undefined at first, so that the palette opens without it. */
function useRestedRow(row: PaletteRow | undefined): PaletteRow | undefined {
  const [rested, setRested] = useState<PaletteRow>()
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(row)), REST_MS)
    return () => clearTimeout(timer)
  }, [row])
  return rested
}

const Preview = memo(function Preview({ row }: { readonly row: PaletteRow }) {
  const subject = useMemo(() => row.preview?.(), [row])
  return subject ? <SubjectPreview row={row} subject={subject} /> : <AboutRow row={row} />
})

function SubjectPreview({ row, subject }: { readonly row: PaletteRow; readonly subject: PreviewSubject }) {
  switch (subject.kind) {
    case 'entry':
      return <EntryPreview row={row} subject={subject} />
    case 'subscription':
      return <SubscriptionPreview id={subject.id} />
    case 'folder':
      return <FolderPreview title={row.title} subscriptions={subject.subscriptions} />
    case 'entries':
      return <EntriesPreview title={row.title} ids={subject.ids} />
    case 'unread':
      return <UnreadPreview title={row.title} feedIds={subject.feedIds} />
    case 'selection':
      return <SelectionPreview title={row.title} query={subject.query} />
    case 'sample':
      return <SamplePreview title={row.title} sample={subject.sample} />
  }
}

/** Of a row that has no more to show than what it says. */
function AboutRow({ row: { title, detail, keys, missing } }: { readonly row: PaletteRow }) {
  return (
    <>
      <h3>{title}</h3>
      {detail && <p className="palette-preview-about">{detail}</p>}
      {missing !== undefined && <p className="palette-preview-missing">{missing}</p>}
      {keys && (
        <p>
          <Kbd keys={keys} />
        </p>
      )}
    </>
  )
}

/** A few lines as the reader would draw them with a theme, an accent or a font. */
function SamplePreview({ title, sample }: { readonly title: string; readonly sample: ChoiceSample }) {
  const { t } = useTranslation()
  return (
    <div
      className="palette-sample"
      data-theme={sample.mode}
      data-own-colors={sample.colors ? '' : undefined}
      data-accent={sample.accent}
      style={styleOf(sample)}
    >
      <h3>{title}</h3>
      <p>{t('palette.preview.sample')}</p>
      <p>
        <span className="palette-sample-link">{t('palette.preview.sampleLink')}</span>
      </p>
    </div>
  )
}

const styleOf = ({ colors = {}, fontFamily }: ChoiceSample): CSSProperties => ({
  ...(Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [`--${name}`, value]),
  ) as CSSProperties),
  ...(fontFamily !== undefined && { fontFamily }),
})

type EntryPreviewProps = {
  readonly row: PaletteRow
  readonly subject: Extract<PreviewSubject, { kind: 'entry' }>
}

/** Title, feed and date, then the passage that was found, or the beginning of the text. */
function EntryPreview({ row, subject: { id, query } }: EntryPreviewProps) {
  const { t } = useTranslation()
  const readPassage = useUnit(readPassageFx)
  const passage = useLoaded(
    `${id} ${query}`,
    useCallback(async () => ({ text: await readPassage({ id, query }) }), [readPassage, id, query]),
  )
  return (
    <>
      <h3>
        <Highlight text={row.title} ranges={row.ranges} />
      </h3>
      <p className="palette-preview-about">
        {row.detail}
        {row.publishedAt !== undefined && (
          <>
            {' · '}
            <RelativeTime at={row.publishedAt} />
          </>
        )}
      </p>
      {passage &&
        (passage.text ? (
          <p className="palette-preview-text">
            <Highlight text={passage.text.text} ranges={passage.text.ranges} />
          </p>
        ) : (
          <p className="palette-preview-about">{t('palette.preview.noText')}</p>
        ))}
    </>
  )
}
