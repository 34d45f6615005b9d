import { useMutation } from '@tanstack/react-query'
import { encodeQR } from 'qr'
import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent } from 'react'
import type { NewSecondFactor } from '../../../model/account/account-calls.ts'
import { verifyCodeFx } from '../../../model/account/index.ts'
import { textCopied } from '../../../model/browser-actions/index.ts'
import { Button, CopyIcon, Dialog, Notice, TextField, useTranslation } from '../../../ui/index.ts'
import { codeFailure } from '../../session/index.ts'
import { BackupCodes } from './backup-codes.tsx'

type SecondFactorSetupProps = {
  readonly factor: NewSecondFactor
  /** The first code was accepted: the second factor is on. */
  readonly onVerified: () => void
  readonly onClose: () => void
}

/** Sets up an authenticator app: its secret, the first code, then the backup codes. */
export function SecondFactorSetup({ factor, onVerified, onClose }: SecondFactorSetupProps) {
  const { t } = useTranslation(['settings', 'app', 'common'])
  const { verify, copied } = useUnit({ verify: verifyCodeFx, copied: textCopied })
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const secret = totpSecret(factor.totpURI)
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: verify,
    onSuccess: onVerified,
    onError: () => input.current?.select(),
    gcTime: 0,
  })
  const failure = error && codeFailure(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ kind: 'totp', code })
  }
  if (isSuccess)
    return (
      <Dialog
        open
        stay
        title={t('account.secondFactor.codes')}
        onClose={onClose}
        actions={
          <Button variant="primary" autoFocus onClick={onClose}>
            {t('account.secondFactor.codesSaved')}
          </Button>
        }
      >
        <Notice tone="success">{t('account.secondFactor.isOn')}</Notice>
        <BackupCodes codes={factor.backupCodes} />
      </Dialog>
    )
  return (
    <Dialog
      open
      title={t('account.secondFactor.setUp')}
      description={t('account.secondFactor.scan')}
      closeLabel={t('common:action.cancel')}
      onClose={onClose}
    >
      <form className="ui-stack account-form" noValidate onSubmit={submit}>
        <QrCode text={factor.totpURI} label={t('account.secondFactor.qr')} />
        <div className="totp-secret">
          <span className="ui-field-hint">{t('account.secondFactor.secret')}</span>
          <code>{secret}</code>
          <Button size="small" icon={<CopyIcon />} onClick={() => copied(secret.replaceAll(' ', ''))}>
            {t('account.secondFactor.copySecret')}
          </Button>
        </div>
        <TextField
          ref={input}
          name="code"
          label={t('app:session.code.totp')}
          value={code}
          error={failure ? t(`app:session.error.${failure.key}`, { reason: failure.reason }) : undefined}
          autoFocus
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={(event) => {
            setCode(event.currentTarget.value)
            reset()
          }}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={isPending}
          disabled={!/^(\s*\d){6}\s*$/.test(code)}
        >
          {t('account.secondFactor.verify')}
        </Button>
      </form>
    </Dialog>
  )
}

/** A text as a QR code: dark on light in both themes, as cameras expect. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** @returns the secret of an otpauth address in groups of four, for typing it into an authenticator app */
export function totpSecret(totpURI: string): string {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
