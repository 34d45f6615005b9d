import { Dialog, useTranslation } from '../../ui/index.ts'
import { FollowForm } from './follow-form.tsx'
import type { FeedResult } from './use-feed-search.ts'

type FollowFormDialogProps = { readonly chosen: FeedResult; readonly onClose: () => void }

/** Follows a feed that was chosen on a page. */
export function FollowFormDialog({ chosen, onClose }: FollowFormDialogProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <Dialog open title={t('follow.title')} closeLabel={t('common:action.close')} onClose={onClose}>
      <FollowForm chosen={chosen} view={0} onBack={onClose} onClose={onClose} />
    </Dialog>
  )
}
