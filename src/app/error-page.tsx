/** Shown when something broke: what happened, under which ids it is reported, and three ways on (spec 2). */
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { toBrowserPath } from '../core/base-path.ts'
import { asApiError } from '../api/index.ts'
import { safeHref } from '../core/safe-href.ts'
import { errorMessage } from '../features/shared/error-message/index.ts'
import { $services } from '../model/services.ts'
import type { Platform } from '../model/services.ts'
import { $role } from '../model/session/state.ts'
import { Button, ErrorState, useTranslation } from '../ui/index.ts'
import { issueAddress } from './issue-address.ts'
import { resetLocalDatabase } from './reset-local-database.ts'

type ErrorPageProps = {
  readonly error: unknown
  /** See {@link errorTraceOf}. */
  readonly errorTrace: string
}

export function ErrorPage({ error, errorTrace }: ErrorPageProps) {
  const { t } = useTranslation(['app', 'common', 'errors'])
  const [{ local, platform }, mode] = useUnit([$services, $role])
  const copy = useDamagedCopy(platform)
  const [resetting, setResetting] = useState(false)
  const message = messageOf(error, t)
  const sessionTrace = readSessionTrace()
  const reset = () => {
    setResetting(true)
    void resetLocalDatabase(local).then(() => window.location.assign(toBrowserPath('/')))
  }
  return (
    <main className="app-error" data-focus-area="home">
      <ErrorState
        title={t('errorPage.title')}
        description={t('errorPage.words')}
        detail={message}
        actions={
          <>
            <Button variant="primary" autoFocus onClick={() => window.location.reload()}>
              {t('common:action.reload')}
            </Button>
            <Button busy={resetting} onClick={reset}>
              {t('errorPage.resetDatabase')}
            </Button>
            {copy.length > 0 && (
              <Button onClick={() => copy.forEach((file) => platform.download(file.name, file))}>
                {t('errorPage.downloadCopy')}
              </Button>
            )}
            <a
              className="ui-button"
              data-variant="plain"
              href={safeHref(issueAddress({ error, message, sessionTrace, errorTrace, mode }))}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('errorPage.submitIssue')}
            </a>
          </>
        }
        hint={
          <div className="app-error-hint">
            <p>{t('errorPage.resetWords')}</p>
            <dl className="app-error-traces">
              <dt>{t('errorPage.errorTrace')}</dt>
              <dd>{errorTrace}</dd>
              {sessionTrace && (
                <>
                  <dt>{t('errorPage.sessionTrace')}</dt>
                  <dd>{sessionTrace}</dd>
                </>
              )}
            </dl>
          </div>
        }
      />
    </main>
  )
}

/** Of a local database that had to be rebuilt; empty without one. */
function useDamagedCopy(platform: Platform): readonly File[] {
  const [files, setFiles] = useState<readonly File[]>([])
  useEffect(() => void platform.damagedCopy?.().then(setFiles), [platform])
  return files
}

function messageOf(error: unknown, t: ReturnType<typeof useTranslation>['t']): string {
  if (asApiError(error) !== null) return errorMessage(error, t)
  return error instanceof Error ? error.message : String(error)
}

/** X-Session-Id of the tab; empty before the first request and without storage. */
function readSessionTrace(): string {
  try {
    return sessionStorage.getItem('session_id') ?? ''
  } catch {
    return ''
  }
}
