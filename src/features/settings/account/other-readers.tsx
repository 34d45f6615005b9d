import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { AppPassword } from '../../../contract/app-passwords.ts'
import { refetchChanged } from '../../../model/refetch-changed.ts'
import { $services } from '../../../model/services.ts'
import { Button, SkeletonText, TextField, toastError, useTranslation, Notice } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../shared/error-message/index.ts'
import { AccessFields } from './access-fields.tsx'
import { ClientApiTest } from './client-apis/client-api-test.tsx'
import { accessText, defaultAccess, isUsable } from './password-access.ts'
import { Row } from './row.tsx'
import { useDay } from './use-day.ts'
import { useProof } from './use-proof.tsx'
import { basePath } from '../../../core/base-path.ts'
import { textCopied } from '../../../model/browser-actions/index.ts'

const PASSWORDS_KEY = ['app-passwords']

/** App passwords for third-party clients and programs: create and revoke. */
export function OtherReaders() {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const day = useDay()
  const services = useUnit($services)
  const { api } = services
  const [name, setName] = useState('')
  const [access, setAccess] = useState(defaultAccess)
  const isReady = name.trim() !== '' && isUsable(access)
  const { prove, dialog } = useProof()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<(AppPassword & { readonly password: string }) | null>(null)
  const client = useQueryClient()
  const list = useQuery({
    queryKey: PASSWORDS_KEY,
    queryFn: async () => (await api.appPasswords.list({})).data,
    staleTime: 0,
    retry: false,
  })
  const failed = (failure: unknown) => void toastError(errorMessage(failure, t))
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || busy) return
    setBusy(true)
    await prove(async (proof) => {
      const { data } = await api.appPasswords.create({
        name,
        scopes: [...access.scopes],
        ...(access.limit && { limit: access.limit }),
        ...proof,
      })
      setMade(data)
      setName('')
      setAccess(defaultAccess)
      void refetchChanged(client, PASSWORDS_KEY)
    }).catch(failed)
    setBusy(false)
  }
  const remove = (id: string) => {
    if (id === made?.id) setMade(null)
    void api.appPasswords.delete({ id }).then(() => list.refetch(), failed)
  }
  return (
    <>
      <p className="ui-field-hint">{t('account.readers.words')}</p>
      {list.isPending && <SkeletonText lines={2} />}
      {list.isError && (
        <RetryNotice onRetry={() => list.refetch()}>
          {t('account.readers.failed', { reason: errorMessage(list.error, t) })}
        </RetryNotice>
      )}
      <ul className="settings-rows">
        {list.data?.map((one) => (
          <Row
            key={one.id}
            title={one.name}
            detail={[
              accessText(one, t),
              one.usedAt
                ? t('account.readers.used', { when: day(one.usedAt) })
                : t('account.readers.unused', { when: day(one.createdAt) }),
            ].join(' · ')}
          >
            <Button size="small" onClick={() => remove(one.id)}>
              {t('account.readers.delete')}
            </Button>
          </Row>
        ))}
      </ul>
      {dialog}
      {made && <NewPassword made={made} />}
      <form className="settings-form" onSubmit={(event) => void make(event)}>
        <TextField
          label={t('account.readers.name')}
          placeholder="NetNewsWire"
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AccessFields access={access} onChange={setAccess} />
        <div className="settings-form-actions">
          <Button type="submit" busy={busy} disabled={!isReady}>
            {t('account.readers.make')}
          </Button>
        </div>
      </form>
      <ClientApiTest onEnd={() => void list.refetch()} />
    </>
  )
}

type NewPasswordProps = { readonly made: AppPassword & { readonly password: string } }

/** A new app password with the server addresses for clients. It is shown only once. */
function NewPassword({ made }: NewPasswordProps) {
  const { t } = useTranslation(['settings', 'common'])
  const copied = useUnit(textCopied)
  const origin = window.location.origin + basePath
  const facts = [
    ['username', made.username],
    ['password', made.password],
    // Server address by the account type that clients ask for.
    ['door.greader', `${origin}/api/greader.php`],
    ['door.miniflux', origin],
    ['door.fever', `${origin}/api/fever.php`],
    ['door.program', `${origin}/api`],
  ] as const
  return (
    <Notice
      tone="success"
      actions={<Button onClick={() => copied(made.password)}>{t('account.readers.copy')}</Button>}
    >
      <p>{t('account.readers.made', { name: made.name })}</p>
      <dl className="settings-facts">
        {facts.map(([message, value]) => (
          <div key={message}>
            <dt>{t(`account.readers.${message}`)}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
