import { useState, type ClipboardEvent, type DragEvent } from 'react'
import { FileButton, ImportIcon, useTranslation } from '../../ui/index.ts'
import { looksLikeOpml, textAsFile } from './check-file.ts'

export type FileDropProps = {
  readonly busy: boolean
  readonly error: string | null
  readonly onFile: (file: File) => void
}

/** Where a file is chosen, dropped or pasted. */
export function FileDrop({ busy, error, onFile }: FileDropProps) {
  const { t } = useTranslation('app')
  const [over, setOver] = useState(false)
  const take = (data: DataTransfer) => {
    const [file] = data.files
    const text = data.getData('text')
    if (file) onFile(file)
    else if (looksLikeOpml(text)) onFile(textAsFile(text))
    return Boolean(file) || looksLikeOpml(text)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer)
  }
  const pasted = (event: ClipboardEvent) => take(event.clipboardData) && event.preventDefault()
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
      onDrop={dropped}
      onPaste={pasted}
    >
      <ImportIcon aria-hidden="true" />
      <p>{t('import.drop')}</p>
      <FileButton
        busy={busy}
        autoFocus
        accept=".opml,.xml,text/x-opml,text/xml,application/xml"
        onFile={onFile}
      >
        {t('import.choose')}
      </FileButton>
      <p className="import-hint">{t('import.hint')}</p>
      {error && (
        <p className="import-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
