import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { deleteAccountFx } from '../../../model/account/index.ts'
import { $showsPrices } from '../../../model/plugins/currency.ts'
import { Button, Checkbox, Dialog, Notice, useTranslation, WarningIcon } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'
import { ExportFeeds } from '../../import/index.ts'
import { SettingRow } from '../controls/index.ts'
import { useProof } from './use-proof.tsx'

const lost = ['feeds', 'entries', 'settings', 'access', 'wallet'] as const

/** Deletes the account after saying what is lost, with a proof of identity. */
export function DeleteAccount({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const { deleteAccount, showsPrices } = useUnit({
    deleteAccount: deleteAccountFx,
    showsPrices: $showsPrices,
  })
  const { prove, dialog } = useProof()
  const [open, setOpen] = useState(false)
  const [understood, setUnderstood] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => prove(async (proof) => void (await deleteAccount(proof))),
  })
  const close = () => {
    setOpen(false)
    setUnderstood(false)
    reset()
  }
  return (
    <>
      <SettingRow label={t('account.delete.label')} hint={t('account.delete.words')}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t('account.delete.button')}
        </Button>
      </SettingRow>
      {open && (
        <Dialog
          open
          role="alertdialog"
          tone="danger"
          icon={<WarningIcon />}
          title={t('account.delete.title', { email: user.email })}
          description={t('account.delete.lost')}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t('common:action.cancel')}</Button>
              <Button variant="danger" busy={isPending} disabled={!understood} onClick={() => mutate()}>
                {t('account.delete.button')}
              </Button>
            </>
          }
        >
          <ul className="settings-lost">
            {(showsPrices ? lost : lost.filter((part) => part !== 'wallet')).map((part) => (
              <li key={part}>{t(`account.delete.${part}`)}</li>
            ))}
          </ul>
          <p className="ui-field-hint">{t('account.delete.stays')}</p>
          <ExportFeeds />
          {error && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
          <Checkbox label={t('account.delete.understood')} checked={understood} onChange={setUnderstood} />
        </Dialog>
      )}
      {dialog}
    </>
  )
}
