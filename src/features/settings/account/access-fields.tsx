import { tokenScopes } from '../../../contract/token-scopes.ts'
import { Checkbox, useTranslation } from '../../../ui/index.ts'
import { FeedLimit } from './feed-limit.tsx'
import { limitedAccess, type PasswordAccess } from './password-access.ts'

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
