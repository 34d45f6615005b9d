import { useState, type ClipboardEvent, type DragEvent } from 'react'
import { FileButton, ImportIcon, useTranslation } from '../../ui/index.ts'
import type { ImportFormat } from '../feature.ts'
import { fileOfText } from './check-file.ts'

export type FileDropProps = {
  readonly formats: readonly ImportFormat[]
  readonly busy: boolean
  readonly error: string | null
  readonly onFile: (file: File) => void
}

/** Where a file is chosen, dropped or pasted. */
export function FileDrop({ formats, busy, error, onFile }: FileDropProps) {
  const { t } = useTranslation('app')
  const [over, setOver] = useState(false)
  const take = async (data: DataTransfer) => {
    // Read before the first await, after which the browser has emptied it.
    const [dropped, text] = [data.files[0], data.getData('text')]
    const file = dropped ?? (await fileOfText(text, formats))
    if (file) onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer)
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    void take(event.clipboardData)
  }
  return (
    <div
      className="import-drop"
      role="group"
      aria-label={t('import.title')}
      tabIndex={-1}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <ImportIcon aria-hidden="true" />
      <p>{t('import.drop')}</p>
      <FileButton
        variant="primary"
        busy={busy}
        autoFocus
        accept={formats.flatMap(({ extensions, mediaTypes }) => [...extensions, ...mediaTypes]).join(',')}
        onFile={onFile}
      >
        {t('import.choose')}
      </FileButton>
      {formats.map(({ id, hintKey }) => (
        <p key={id} className="import-hint">
          {t(hintKey)}
        </p>
      ))}
      {error && (
        <p className="import-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
