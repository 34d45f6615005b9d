import { useUnit } from 'effector-react'
import { useSearchParams } from 'react-router'
import { webAddress } from '../../../core/safe-href.ts'
import { $services } from '../../../model/services.ts'
import { Button, Notice, SkeletonText, toastError, useTranslation } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../shared/error-message/index.ts'
import { Row } from './row.tsx'
import { useProof } from './use-proof.tsx'
import { useSignInMethods } from './use-sign-in-methods.ts'

const ALREADY_LINKED = 'account_already_linked_to_different_user'

/** External accounts that can sign the user in. Accounts are linked only from this page. */
export function LinkedAccounts() {
  const { t } = useTranslation(['settings', 'errors', 'app'])
  const { api } = useUnit($services)
  const { prove, dialog } = useProof()
  const list = useSignInMethods()
  // better-auth adds it when the provider returns without having linked the account.
  const [params] = useSearchParams()
  if (list.isPending) return <SkeletonText lines={2} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('account.linked.failed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  const { linked, providers } = list.data
  const refusal = params.get('error')
  const failed = (failure: unknown) => void toastError(errorMessage(failure, t))
  const link = (provider: string) =>
    prove(async (proof) => {
      const here = location.href
      const { url } = await api.auth.linkSocial({
        provider,
        callbackURL: here,
        errorCallbackURL: here,
        ...proof,
      })
      const address = webAddress(url)
      if (address) location.assign(address)
    }).catch(failed)
  const unlink = (providerId: string, accountId: string) =>
    prove(async (proof) => {
      await api.auth.unlinkAccount({ providerId, accountId, ...proof })
      void list.refetch()
    }).catch(failed)
  const others = linked.filter(({ provider }) => provider !== 'credential')
  const offered = providers.filter(({ id }) => id !== 'credential')
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? id
  return (
    <>
      {refusal !== null && (
        <Notice tone="danger">
          {t(refusal === ALREADY_LINKED ? 'account.linked.elsewhere' : 'app:session.error.provider')}
        </Notice>
      )}
      <ul className="settings-rows">
        {others.map(({ provider, accountId, profile }) => (
          <Row
            key={`${provider} ${accountId}`}
            title={nameOf(provider)}
            detail={profile?.email ?? profile?.name ?? accountId}
          >
            {/* The last way in stays. */}
            {linked.length > 1 && (
              <Button size="small" onClick={() => void unlink(provider, accountId)}>
                {t('account.linked.unlink')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {dialog}
      <div className="settings-form-actions">
        {offered
          .filter(({ id }) => !others.some(({ provider }) => provider === id))
          .map(({ id, name }) => (
            <Button key={id} onClick={() => void link(id)}>
              {t('account.linked.link', { provider: name })}
            </Button>
          ))}
      </div>
    </>
  )
}
