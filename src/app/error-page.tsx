/** Shown when something broke: what happened, and four ways on (spec 2). */
import { useUnit } from 'effector-react'
import { safeHref } from '../core/safe-href.ts'
import { $services } from '../model/index.ts'
import { Button, ErrorState, useTranslation } from '../ui/index.ts'
import { issueAddress } from './issue-address.ts'
import { resetLocalDatabase } from './reset-local-database.ts'

export function ErrorPage({ error, onReset }: { readonly error: unknown; readonly onReset?: () => void }) {
  const { t } = useTranslation()
  const { local } = useUnit($services)
  const message = error instanceof Error ? error.message : String(error)
  const reset = () => void resetLocalDatabase(local).then(() => (onReset ?? goHome)())
  return (
    <main className="app-error" data-focus-area="home">
      <ErrorState
        title={t('errorPage.title')}
        description={t('errorPage.words')}
        detail={message}
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t('common:action.reload')}
            </Button>
            <Button onClick={reset}>{t('errorPage.resetDatabase')}</Button>
            <a
              className="ui-button"
              data-variant="plain"
              href={safeHref(issueAddress(error))}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('errorPage.submitIssue')}
            </a>
          </>
        }
        hint={t('errorPage.resetWords')}
      />
    </main>
  )
}

const goHome = () => window.location.assign('/')
