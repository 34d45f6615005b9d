import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { toBrowserPath } from '../../core/base-path.ts'
import { webAddress } from '../../core/safe-href.ts'
import { pageSaveRequested } from '../../model/inboxes/index.ts'
import { $session, isSessionKnown } from '../../model/session/index.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'
import { CopyField } from '../inboxes/copy-field.tsx'
import { FocusedLink, SessionCard, SignInWays } from '../session/index.ts'
import { Page } from '../shared/page/index.ts'
import './saved-pages.css'

/** The page /save. Nothing is saved before the user says so: any page can lead here. */
export default function SavePage() {
  const { t } = useTranslation('sources')
  const session = useUnit($session)
  const [params] = useSearchParams()
  if (!isSessionKnown(session)) return null
  if (session.user) return <SaveForm key={params.toString()} shared={sharedPage(params)} />
  return (
    <SessionCard title={t('savePage.title')} words={t('savePage.signIn')}>
      <SignInWays returnTo={`/save?${params}`} />
    </SessionCard>
  )
}

function SaveForm({ shared }: { readonly shared: SharedPage }) {
  const { t } = useTranslation(['sources', 'common'])
  const save = useUnit(pageSaveRequested)
  const [url, setUrl] = useState(shared.url)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const address = webAddress(url.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (address === undefined) return
    save({ url: address, title: url === shared.url ? shared.title : '', inboxTitle: t('savePage.inbox') })
    setSaved(true)
  }
  const again = () => {
    setUrl('')
    setSubmitted(false)
    setSaved(false)
  }
  if (isSaved)
    return (
      <Page title={t('savePage.saving')} intro={t('savePage.savingWords')}>
        <div className="save-page">
          <FocusedLink to="/">{t('savePage.read')}</FocusedLink>
          <Button onClick={again}>{t('savePage.another')}</Button>
        </div>
      </Page>
    )
  return (
    <Page title={t('savePage.title')} intro={shared.title || t('savePage.words')}>
      <div className="save-page">
        <form className="save-page" noValidate onSubmit={submit}>
          <TextField
            label={t('savePage.address')}
            type="url"
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={url}
            error={isSubmitted && address === undefined ? t('savePage.noAddress') : undefined}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <div className="ui-buttons" data-align="end">
            <Button variant="primary" type="submit">
              {t('savePage.save')}
            </Button>
          </div>
        </form>
        <div className="save-page-elsewhere">
          <CopyField
            label={t('savePage.bookmarklet')}
            hint={t('savePage.bookmarkletHint')}
            value={bookmarklet(new URL(toBrowserPath('/save'), window.location.href).href)}
          />
        </div>
      </div>
    </Page>
  )
}

/** A page that another program shared. `url` is empty where nothing in what it sent is a web address. */
type SharedPage = { readonly url: string; readonly title: string }

/**
 * What the parameters of /save say (Web Share Target: `url`, `title`, `text`). Some systems send the address as the text,
 * alone or as its last word.
 */
export function sharedPage(params: URLSearchParams): SharedPage {
  const title = params.get('title')?.trim() ?? ''
  const words = [params.get('url') ?? '', ...(params.get('text') ?? '').split(/\s+/).toReversed()]
  const url = words.map((word) => word.trim()).find((word) => webAddress(word) !== undefined) ?? ''
  return { url, title }
}

/** The address of a bookmark that shares the page it is used on. @param address of /save */
export const bookmarklet = (address: string): string =>
  `javascript:location.href='${address}?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)`
