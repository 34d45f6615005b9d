import { useUnit } from 'effector-react'
import { dialogOpened } from '../../model/layout/index.ts'
import { Button, EmptyState, PrivateIcon, useTranslation } from '../../ui/index.ts'

/** Shown instead of a page that a trial does not include. */
export function NeedsInvitation() {
  const { t } = useTranslation('app')
  const opened = useUnit(dialogOpened)
  return (
    <EmptyState
      icon={<PrivateIcon />}
      title={t('invitation.notActivated')}
      description={t('invitation.notActivatedWords')}
      actions={
        <Button variant="primary" onClick={() => opened({ id: 'invitation' })}>
          {t('invitation.enter')}
        </Button>
      }
    />
  )
}
