import { z } from 'zod'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { ImportFeeds } from './import-feeds.tsx'

export const propsSchema = z.object({})

/** Importing as a dialog; closing it does not stop a running import. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <Dialog open title={t('import.title')} closeLabel={t('common:action.close')} onClose={onClose}>
      <ImportFeeds onDone={onClose} />
    </Dialog>
  )
}
