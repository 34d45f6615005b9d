import { useUnit } from 'effector-react'
import { tokenScopes } from '../../../contract/token-scopes.ts'
import { Checkbox, useTranslation } from '../../../ui/index.ts'
import { limitedAccess, type PasswordAccess } from './password-access.ts'
import type { TokenLimit } from '../../../contract/app-passwords.ts'
import { $feeds, $subscriptions, subscriptionTitle } from '../../../model/subscriptions/index.ts'

type AccessFieldsProps = {
  readonly access: PasswordAccess
  readonly onChange: (access: PasswordAccess) => void
}

/** What an app password may do, and with which feeds. */
export function AccessFields({ access, onChange }: AccessFieldsProps) {
  const { t } = useTranslation(['settings'])
  const { scopes, limit } = access
  return (
    <>
      <fieldset className="settings-access">
        <legend>{t('account.readers.scopes')}</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`account.readers.scope.${scope}`)}
            hint={t(`account.readers.scopeWords.${scope}`)}
            checked={scopes.includes(scope)}
            disabled={scope === 'manage' && limit !== null}
            onChange={(may) =>
              onChange({
                ...access,
                scopes: may ? [...scopes, scope] : scopes.filter((one) => one !== scope),
              })
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={t('account.readers.limit')}
        hint={t('account.readers.limitWords')}
        checked={limit !== null}
        onChange={(limited) => onChange(limitedAccess(access, limited ? { folders: [], feeds: [] } : null))}
      />
      {limit && <FeedLimit limit={limit} onChange={(next) => onChange(limitedAccess(access, next))} />}
    </>
  )
}

type FeedLimitProps = { readonly limit: TokenLimit; readonly onChange: (limit: TokenLimit) => void }
type Choice = { readonly value: string; readonly label: string }

/** The folders and feeds that an app password is limited to. */
function FeedLimit({ limit, onChange }: FeedLimitProps) {
  const { t } = useTranslation(['settings'])
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const followed = [...subscriptions.values()].filter(({ feedId }) => feedId)
  const folders = [...new Set(followed.flatMap(({ category }) => category ?? []))]
  return (
    <>
      {folders.length > 0 && (
        <Choices
          title={t('account.readers.folders')}
          choices={folders.map((name) => ({ value: name, label: name }))}
          chosen={limit.folders}
          onChange={(chosen) => onChange({ ...limit, folders: chosen })}
        />
      )}
      <Choices
        title={t('account.readers.feeds')}
        choices={followed.map((one) => ({
          value: one.feedId ?? '',
          label: subscriptionTitle(one, { feeds }),
        }))}
        chosen={limit.feeds}
        onChange={(chosen) => onChange({ ...limit, feeds: chosen })}
      />
    </>
  )
}

type ChoicesProps = {
  readonly title: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

const Choices = ({ title, choices, chosen, onChange }: ChoicesProps) => (
  <fieldset className="settings-access" data-scroll>
    <legend>{title}</legend>
    {choices
      .toSorted((a, b) => a.label.localeCompare(b.label))
      .map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(take) => onChange(take ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
  </fieldset>
)
