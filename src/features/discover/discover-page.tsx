import { useUnit } from 'effector-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { sampleFeeds } from '../../contract/samples.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { Button, Dialog, ImportIcon, PreviousIcon, useTranslation } from '../../ui/index.ts'
import { FeedChooser, packsFor } from '../first-run/index.ts'
import { FollowForm, FollowSearch, type FoundFeed } from '../follow/index.ts'

const SAMPLES = 'samples'

/** The page /discover: a search, and good feeds by topic. */
export function DiscoverPage() {
  const { t, i18n } = useTranslation(['app', 'common'])
  const opened = useUnit(dialogOpened)
  const [params] = useSearchParams()
  const [written, setWritten] = useState(params.get('keyword') ?? '')
  const [chosen, setChosen] = useState<FoundFeed | null>(null)
  const packs = [...packsFor(i18n.language), { topic: SAMPLES, feeds: sampleFeeds }]
  const close = () => setChosen(null)
  return (
    <main className="discover" data-focus-area="sub-layer" data-scroll>
      <div className="discover-content">
        <header>
          <Link className="discover-back" to="/">
            <PreviousIcon aria-hidden="true" />
            {t('common:place.home')}
          </Link>
          <Button size="small" icon={<ImportIcon />} onClick={() => opened({ id: 'import-report' })}>
            {t('discover.import')}
          </Button>
        </header>
        <h1>{t('discover.title')}</h1>
        <p className="discover-words">{t('discover.words')}</p>
        <FollowSearch written={written} onWrite={setWritten} onChoose={setChosen} />
        {written.trim() === '' && (
          <section aria-label={t('discover.starter')}>
            <h2>{t('discover.starter')}</h2>
            <FeedChooser
              packs={packs}
              nameOf={({ topic }) => (topic === SAMPLES ? t('discover.samples') : t(`packs.${topic}`))}
            />
          </section>
        )}
      </div>
      {chosen && (
        <Dialog open title={t('follow.title')} closeLabel={t('common:action.close')} onClose={close}>
          <FollowForm chosen={chosen} view={0} onBack={close} onClose={close} />
        </Dialog>
      )}
    </main>
  )
}
