import { useUnit } from 'effector-react'
import { useCallback } from 'react'
import { readPassageFx } from '../../model/previews/index.ts'
import { Highlight, RelativeTime, useTranslation } from '../../ui/index.ts'
import type { PaletteRow } from '../rows.ts'
import type { PreviewSubject } from './preview-subject.ts'
import { useLoaded } from './use-loaded.ts'

type EntryPreviewProps = {
  readonly row: PaletteRow
  readonly subject: Extract<PreviewSubject, { kind: 'entry' }>
}

/** Title, feed and date, then the passage that was found, or the beginning of the text. */
export function EntryPreview({ row, subject: { id, query } }: EntryPreviewProps) {
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
