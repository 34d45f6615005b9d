/** A file that is dropped anywhere on the window is imported, on any screen. */
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { importFileOffered } from '../../model/discover/offered-file.ts'
import { $dialogStack, dialogOpened } from '../../model/layout/index.ts'
import { $session } from '../../model/session/index.ts'
import { ImportIcon, useTranslation } from '../../ui/index.ts'
import { $importFormats } from '../registry.ts'
import { fileEndings } from './formats.ts'
import { listenForFiles } from './listen-for-files.ts'
import './drop-anywhere.css'

/** These take the file themselves. */
const takers = new Set<string>(['first-run', 'import-report'])

export default function DropAnywhere() {
  const { t, i18n } = useTranslation('app')
  const { session, formats, dialogs, offer, open } = useUnit({
    session: $session,
    formats: $importFormats,
    dialogs: $dialogStack,
    offer: importFileOffered,
    open: dialogOpened,
  })
  const [isOver, setOver] = useState(false)
  const canImport = session.user !== null && formats.length > 0
  const isTaken = dialogs.some(({ id }) => takers.has(id))
  useEffect(() => {
    if (!canImport) return
    return listenForFiles(window, {
      onOver: setOver,
      onFile: (file) => {
        offer(file)
        if (!isTaken) open({ id: 'import-report' })
      },
    })
  }, [canImport, isTaken, offer, open])
  if (!isOver) return null
  return (
    <div className="drop-anywhere" role="status">
      <div className="drop-anywhere-hint">
        <ImportIcon aria-hidden="true" />
        <strong>{t('import.dropAnywhere')}</strong>
        <span>{t('import.dropAnywhereHint', { endings: fileEndings(formats, i18n.language) })}</span>
      </div>
    </div>
  )
}
