import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $services } from '../../model/services.ts'
import { Button, ExportIcon, SegmentedControl, toastError, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'

/** All feeds as an OPML file, nested by view or by folder. */
export function ExportFeeds() {
  const { t } = useTranslation(['app', 'errors'])
  const { api, platform } = useUnit($services)
  const [folderMode, setFolderMode] = useState<'view' | 'category'>('category')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      platform.download('lectern.opml', await api.subscriptions.export({ folderMode }))
    } catch (failure) {
      toastError(errorMessage(failure, t))
    }
    setBusy(false)
  }
  return (
    <div className="import-export">
      <SegmentedControl
        label={t('import.export.title')}
        value={folderMode}
        segments={[
          { value: 'category', label: t('import.export.byFolder') },
          { value: 'view', label: t('import.export.byView') },
        ]}
        onChange={setFolderMode}
      />
      <Button icon={<ExportIcon />} busy={busy} onClick={() => void run()}>
        {t('import.export.download')}
      </Button>
    </div>
  )
}
