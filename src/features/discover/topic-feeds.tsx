import { useState } from 'react'
import { sampleFeeds } from '../../contract/samples.ts'
import { useTranslation } from '../../ui/index.ts'
import { FeedChooser, FollowProgressView, packsFor, useFollowMany, type Pack } from '../first-run/index.ts'

const SAMPLES = 'samples'

/** The topics of the first run: one is shown at a time, and as many of its feeds followed as the user likes. */
export function TopicFeeds() {
  const { t, i18n } = useTranslation(['app', 'sources'])
  const packs: readonly Pack[] = [...packsFor(i18n.language), { topic: SAMPLES, feeds: sampleFeeds }]
  const [picked, pick] = useState<string | null>(null)
  const { follow, progress } = useFollowMany()
  const nameOf = ({ topic }: Pack) => (topic === SAMPLES ? t('discover.samples') : t(`packs.${topic}`))
  const shown = packs.find(({ topic }) => topic === picked) ?? packs[0]
  return (
    <section aria-label={t('discover.starter')} className="discover-section">
      <h2>{t('discover.starter')}</h2>
      <div className="discover-categories" role="radiogroup" aria-label={t('discover.starter')}>
        {packs.map((pack) => (
          <label key={pack.topic} className="discover-topic">
            <input
              type="radio"
              className="ui-visually-hidden"
              name="discover-topic"
              checked={pack === shown}
              onChange={() => pick(pack.topic)}
            />
            {nameOf(pack)}
          </label>
        ))}
      </div>
      {shown && (
        <FeedChooser
          key={shown.topic}
          packs={[shown]}
          nameOf={nameOf}
          // Only what the user has asked for: its sites are asked for the first time.
          fetchesUnknown={picked !== null}
          onFollow={follow}
        />
      )}
      {progress && <FollowProgressView progress={progress} />}
    </section>
  )
}
