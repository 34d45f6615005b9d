import type { Input, Output } from '../../contract/calls.ts'
import { useUnit } from 'effector-react'
import { $configs } from '../../model/session/state.ts'
import { Button, PasswordField, Switch, TextField, useTranslation } from '../../ui/index.ts'

export type RequestSettings = Output<'feedRequests.get'>['data']
export type RequestValues = Omit<Input<'feedRequests.update'>, 'id'>
type RequestFieldsProps = {
  readonly values: RequestValues
  readonly stored: RequestSettings
  readonly onChange: (values: RequestValues) => void
}

/** Fields of how a feed is requested. Stored secrets are not shown; they can be replaced and removed. */
export function RequestFields({ values, stored, onChange }: RequestFieldsProps) {
  const { t } = useTranslation('app')
  const hasFetcher = useUnit($configs)?.FETCHER_ENABLED === true
  const change = (changed: Partial<RequestValues>) => onChange({ ...values, ...changed })
  return (
    <>
      <TextField
        label={t('subscription.request.userAgent')}
        hint={t('subscription.request.userAgentHint')}
        maxLength={512}
        value={values.userAgent ?? ''}
        onChange={(event) => change({ userAgent: event.currentTarget.value })}
      />
      <TextField
        label={t('subscription.request.username')}
        hint={t('subscription.request.usernameHint')}
        autoComplete="off"
        maxLength={256}
        value={values.username ?? ''}
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <SecretField
        label={t('subscription.request.password')}
        removeLabel={t('subscription.request.removePassword')}
        maxLength={1024}
        isStored={stored.hasPassword}
        value={values.password}
        onChange={(password) => change({ password })}
      />
      <SecretField
        label={t('subscription.request.cookie')}
        removeLabel={t('subscription.request.removeCookie')}
        hint={t('subscription.request.cookieHint')}
        maxLength={8192}
        isStored={stored.hasCookie}
        value={values.cookie}
        onChange={(cookie) => change({ cookie })}
      />
      <TextField
        label={t('subscription.request.proxy')}
        hint={t('subscription.request.proxyHint')}
        type="url"
        maxLength={1024}
        value={values.proxy ?? ''}
        onChange={(event) => change({ proxy: event.currentTarget.value })}
      />
      <Switch
        label={t('subscription.request.insecure')}
        hint={t('subscription.request.insecureHint')}
        checked={values.allowsInsecure}
        onChange={(allowsInsecure) => change({ allowsInsecure })}
      />
      <Switch
        label={t('subscription.request.ignoreEdits')}
        hint={t('subscription.request.ignoreEditsHint')}
        checked={values.ignoresEdits}
        onChange={(ignoresEdits) => change({ ignoresEdits })}
      />
      <Switch
        label={t('subscription.request.usesFetcher')}
        hint={t(`subscription.request.${hasFetcher ? 'usesFetcherHint' : 'noFetcher'}`)}
        disabled={!hasFetcher && values.usesFetcher !== true}
        checked={values.usesFetcher === true}
        onChange={(usesFetcher) => change({ usesFetcher })}
      />
    </>
  )
}

type SecretFieldProps = {
  readonly label: string
  readonly removeLabel: string
  readonly hint?: string
  readonly maxLength: number
  readonly isStored: boolean
  /** undefined: as stored; null: none. */
  readonly value: string | null | undefined
  readonly onChange: (value: string | null | undefined) => void
}

function SecretField({ label, removeLabel, hint, maxLength, isStored, value, onChange }: SecretFieldProps) {
  const { t } = useTranslation('app')
  const isShownAsStored = isStored && value !== null
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        revealLabel={t('session.showPassword')}
        concealLabel={t('session.hidePassword')}
        // Not the password of this site.
        autoComplete="new-password"
        placeholder={isShownAsStored ? t('plugin.secretSet') : undefined}
        maxLength={maxLength}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      {isShownAsStored && (
        <Button size="small" variant="quiet" className="feed-request-remove" onClick={() => onChange(null)}>
          {removeLabel}
        </Button>
      )}
    </>
  )
}
