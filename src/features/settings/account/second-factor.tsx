import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { accountCalls, type NewSecondFactor } from '../../../model/account/account-calls.ts'
import { storeUserFx, userEdited } from '../../../model/account/index.ts'
import { $services } from '../../../model/services.ts'
import { Button, Dialog, toast, useTranslation } from '../../../ui/index.ts'
import { SettingRow } from '../controls/index.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { useProof } from './use-proof.tsx'

type SecondFactorProps = {
  readonly user: SessionUser
  /** Every change of the second factor needs the password, which users of a provider may lack. */
  readonly hasPassword: boolean
}

/** The second factor: turned on and off, with its backup codes. */
export function SecondFactor({ user, hasPassword }: SecondFactorProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { services, edited, store } = useUnit({ services: $services, edited: userEdited, store: storeUserFx })
  const account = accountCalls(services.api)
  const { confirmPassword, dialog } = useProof()
  const [factor, setFactor] = useState<NewSecondFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isOn = user.twoFactorEnabled === true
  const turned = (twoFactorEnabled: boolean) => {
    edited({ twoFactorEnabled })
    void store()
  }
  const enable = () =>
    confirmPassword(async ({ password }) => setFactor(await account.enableTwoFactor({ password })))
  const disable = () =>
    confirmPassword(async ({ password }) => {
      await account.disableTwoFactor({ password })
      turned(false)
      toast(t('account.secondFactor.isOff'))
    })
  const renew = () =>
    confirmPassword(async ({ password }) =>
      setCodes((await account.renewBackupCodes({ password })).backupCodes),
    )
  const hint = isOn ? 'onWords' : hasPassword ? 'offWords' : 'needsPassword'
  return (
    <>
      <SettingRow
        label={t(isOn ? 'account.secondFactor.on' : 'account.secondFactor.off')}
        hint={t(`account.secondFactor.${hint}`)}
      >
        {isOn ? (
          <Button disabled={!hasPassword} onClick={disable}>
            {t('account.secondFactor.disable')}
          </Button>
        ) : (
          <Button disabled={!hasPassword} onClick={enable}>
            {t('account.secondFactor.enable')}
          </Button>
        )}
      </SettingRow>
      {isOn && (
        <SettingRow label={t('account.secondFactor.codes')} hint={t('account.secondFactor.renewWords')}>
          <Button disabled={!hasPassword} onClick={renew}>
            {t('account.secondFactor.renew')}
          </Button>
        </SettingRow>
      )}
      {dialog}
      {factor && (
        <SecondFactorSetup factor={factor} onVerified={() => turned(true)} onClose={() => setFactor(null)} />
      )}
      {codes && (
        <Dialog
          open
          stay
          title={t('account.secondFactor.codes')}
          onClose={() => setCodes(null)}
          actions={
            <Button variant="primary" onClick={() => setCodes(null)}>
              {t('account.secondFactor.codesSaved')}
            </Button>
          }
        >
          <BackupCodes codes={codes} />
        </Dialog>
      )}
    </>
  )
}
