/** The screen of a link that carries a plugin: it leads to what the plugin would install, or says why not. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Page } from '../../features/shared/page/index.ts'
import { $session } from '../../model/session/index.ts'
import { Button, ErrorState, SkeletonText, useTranslation } from '../../ui/index.ts'
import { $linkProblem, linkOpened } from './shared-plugin.ts'

export function SharedPluginPage() {
  const { t } = useTranslation(['app', 'common'])
  const { hash } = useLocation()
  const { session, problem, open } = useUnit({ session: $session, problem: $linkProblem, open: linkOpened })
  const { status } = session
  useEffect(() => {
    if (status === 'authenticated') open(hash)
  }, [status, hash, open])
  return (
    <Page title={t('plugin.workshop.linkTitle')}>
      {status === 'unauthenticated' ? (
        <p>
          {t('plugin.workshop.signIn')} <Link to="/login">{t('plugin.workshop.signInLink')}</Link>
        </p>
      ) : problem === null ? (
        <SkeletonText lines={3} />
      ) : (
        <ErrorState
          title={t('plugin.workshop.linkRefused')}
          description={t(`plugin.workshop.refused.${problem}`)}
          actions={
            problem === 'offline' && <Button onClick={() => open(hash)}>{t('common:action.retry')}</Button>
          }
        />
      )}
    </Page>
  )
}
