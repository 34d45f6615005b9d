import { safeSource } from '../../core/safe-href.ts'
import { Button, EmptyState, OpenIcon, useTranslation } from '../../ui/index.ts'
import { hostOf } from './links.ts'

export type SourceFrameProps = {
  readonly url: string | null
  readonly title: string
  /** Opens the page apart; absent: it is that of the open entry. */
  readonly onOpen?: () => void
}

/**
 * A page in a frame that cannot reach this one. A browser does not say whether a page refused to be framed,
 * so the way to open it apart is always there.
 */
export function SourceFrame({ url, title, onOpen }: SourceFrameProps) {
  const { t } = useTranslation()
  const open = (
    <Button
      size="small"
      icon={<OpenIcon />}
      onClick={onOpen}
      commandId={onOpen ? undefined : 'entry:open-in-browser'}
    >
      {t('entry.openPage')}
    </Button>
  )
  if (!isFrameable(url))
    return (
      <div className="entry-source-frame">
        <EmptyState
          title={t('reading.noFrameTitle')}
          description={t(url ? 'reading.noFrame' : 'reading.noContentNoPage')}
          actions={url ? open : undefined}
        />
      </div>
    )
  return (
    <div className="entry-source-frame">
      <div className="entry-source-bar">
        <span>{t('reading.frameHint')}</span>
        {open}
      </div>
      <iframe
        src={safeSource(url)}
        title={t('reading.sourceOf', { title })}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}

/** The policy of the reader allows https alone, and a frame of its own origin could leave its sandbox. */
const isFrameable = (url: string | null): boolean =>
  url !== null && url.startsWith('https:') && hostOf(url) !== location.hostname
