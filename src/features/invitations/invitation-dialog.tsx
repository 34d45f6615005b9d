import './invitations.css'
import { useState } from 'react'
import { z } from 'zod'
import { Button, Dialog, Notice, useTranslation } from '../../ui/index.ts'
import { Confetti } from './confetti.tsx'
import { InvitationForm } from './invitation-form.tsx'

/** The dialog takes no props. */
export const propsSchema = z.object({})

/** Ends a trial with an invitation code. */
export default function InvitationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const [activated, setActivated] = useState(false)
  return (
    <Dialog
      open
      size="small"
      title={t('invitation.title')}
      description={activated ? undefined : t('invitation.words')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {activated ? (
        <>
          <Confetti />
          <Notice tone="success">{t('invitation.activated')}</Notice>
          <Button className="invitation-done" variant="primary" wide autoFocus onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </>
      ) : (
        <InvitationForm onActivated={() => setActivated(true)} />
      )}
    </Dialog>
  )
}
