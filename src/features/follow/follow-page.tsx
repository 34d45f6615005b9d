import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { toBrowserPath } from '../../core/base-path.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $session, isSessionKnown } from '../../model/session/index.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'
import { CopyField } from '../inboxes/copy-field.tsx'
import { SessionCard, SignInWays } from '../session/index.ts'
import { Page } from '../shared/page/index.ts'
import { followBookmarklet, sharedFeed } from './shared-feed.ts'

const address = () => new URL(toBrowserPath('/follow'), window.location.href).href

/** The page /follow, to which links to feeds and the bookmarklet lead. Nothing is followed before the user says so. */
export function FollowPage() {
  const { t } = useTranslation('sources')
  const session = useUnit($session)
  const [params] = useSearchParams()
  if (!isSessionKnown(session)) return null
  if (session.user) return <FollowFeed key={params.toString()} url={sharedFeed(params)} />
  return (
    <SessionCard title={t('followPage.title')} words={t('followPage.signIn')}>
      <SignInWays returnTo={`/follow?${params}`} />
    </SessionCard>
  )
}

function FollowFeed({ url }: { readonly url: string }) {
  const { t } = useTranslation('sources')
  const open = useUnit(dialogOpened)
  const [written, setWritten] = useState(url)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open({ id: 'follow', props: { url: written.trim() } })
  }
  return (
    <Page title={t('followPage.title')} intro={t('followPage.words')}>
      <form className="follow-page" noValidate onSubmit={submit}>
        <TextField
          label={t('followPage.address')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <div className="ui-buttons" data-align="end">
          {'registerProtocolHandler' in navigator && (
            <Button
              variant="quiet"
              onClick={() => navigator.registerProtocolHandler('web+feed', `${address()}?url=%s`)}
            >
              {t('followPage.register')}
            </Button>
          )}
          <Button variant="primary" type="submit" disabled={written.trim() === ''}>
            {t('followPage.find')}
          </Button>
        </div>
        <CopyField
          label={t('savePage.bookmarklet')}
          hint={t('followPage.bookmarkletHint')}
          value={followBookmarklet(address())}
        />
      </form>
    </Page>
  )
}
