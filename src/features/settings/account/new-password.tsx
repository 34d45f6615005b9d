import { useUnit } from 'effector-react'
import { basePath } from '../../../core/base-path.ts'
import type { AppPassword } from '../../../contract/app-passwords.ts'
import { textCopied } from '../../../model/browser-actions/index.ts'
import { Button, Notice, useTranslation } from '../../../ui/index.ts'

type NewPasswordProps = { readonly made: AppPassword & { readonly password: string } }

/** A new app password with the server addresses for clients. It is shown only once. */
export function NewPassword({ made }: NewPasswordProps) {
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
