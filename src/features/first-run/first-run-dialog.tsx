import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { sampleFeeds } from '../../contract/samples.ts'
import { $offeredFile, followedListRequested } from '../../model/discover/index.ts'
import { Button, Dialog, DialogActions, PreviousIcon, useTranslation } from '../../ui/index.ts'
import { type FoundFeed, FollowForm, FollowSearch } from '../follow/index.ts'
import { ImportFeeds } from '../import/index.ts'
import { FeedChooser } from './feed-chooser.tsx'
import { firstRunDismissed } from './first-run-guide.ts'
import { FollowProgressView } from './follow-progress-view.tsx'
import type { FollowProgress } from './follow-progress.ts'
import { packsFor, type Pack } from './packs.ts'
import { firstStepOf, stepBefore, type Step, type Way, WayChooser } from './way-chooser.tsx'
import { TopicChooser } from './topic-chooser.tsx'
import { Tour } from './tour.tsx'
import { useFollowMany } from './use-follow-many.ts'

export const propsSchema = z.object({})

const samples: readonly Pack[] = [{ topic: 'samples', feeds: sampleFeeds }]

/** The guide of the first minutes: something to read, one question after the other, then the keys for those who like. */
export function FirstRunDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation(['app', 'common'])
  const { dismiss, offered } = useUnit({ dismiss: firstRunDismissed, offered: $offeredFile })
  const [step, setStep] = useState<Step>('way')
  const [way, setWay] = useState<Way>('packs')
  const [topics, setTopics] = useState<ReadonlySet<string>>(new Set())
  const [found, setFound] = useState<FoundFeed | null>(null)
  const { follow, progress } = useFollowMany()
  const panel = useRef<HTMLDivElement>(null)
  // A file that is dropped onto the window answers the first questions.
  if (offered && step !== 'import') setStep('import')
  useEffect(() => focusFirstControl(panel.current), [step])
  const finish = () => {
    dismiss()
    onClose()
  }
  if (step === 'tour')
    return (
      <Dialog
        open
        title={t('firstRun.tour.title')}
        description={t('firstRun.tour.words')}
        closeLabel={t('common:action.close')}
        onClose={finish}
      >
        <Tour onDone={finish} />
      </Dialog>
    )
  const before = stepBefore(step, way)
  const packs = packsFor(i18n.language)
  return (
    <Dialog
      open
      title={t(step === 'way' ? 'firstRun.title' : `firstRun.step.${step}`)}
      description={
        step === 'way' ? t('firstRun.words') : step === 'done' ? t('firstRun.doneWords') : undefined
      }
      closeLabel={t('common:action.close')}
      onClose={finish}
      actions={
        before === null ? (
          <Button variant="quiet" className="dialog-aside" onClick={finish}>
            {t('firstRun.dismiss')}
          </Button>
        ) : (
          <Button
            variant="quiet"
            className="dialog-aside"
            icon={<PreviousIcon />}
            onClick={() => (found ? setFound(null) : setStep(before))}
          >
            {step === 'done' ? t('firstRun.more') : t('firstRun.back')}
          </Button>
        )
      }
    >
      <div ref={panel} key={step} className="first-run" data-step={step}>
        {step === 'way' && (
          <WayChooser way={way} onChange={setWay} onDone={() => setStep(firstStepOf[way])} />
        )}
        {step === 'topics' && (
          <TopicChooser packs={packs} chosen={topics} onChange={setTopics} onDone={() => setStep('feeds')} />
        )}
        {step === 'feeds' && (
          <FeedChooser
            packs={way === 'samples' ? samples : packs.filter(({ topic }) => topics.has(topic))}
            nameOf={({ topic }) => (way === 'samples' ? t('discover.samples') : t(`packs.${topic}`))}
            isChosen
            fetchesUnknown
            onFollow={(feeds) => {
              follow(feeds)
              setStep('done')
            }}
          />
        )}
        {step === 'import' && <ImportFeeds onDone={finish} />}
        {step === 'address' && (
          <ByAddress
            chosen={found}
            onChoose={setFound}
            onFollowed={() => {
              setFound(null)
              setStep('done')
            }}
          />
        )}
        {step === 'done' && <Done progress={progress} onTour={() => setStep('tour')} onDone={finish} />}
      </div>
    </Dialog>
  )
}

type DoneProps = {
  /** null after a feed was followed by its address. */
  readonly progress: FollowProgress | null
  readonly onTour: () => void
  readonly onDone: () => void
}

/** What was followed. The list is behind it already. */
function Done({ progress, onTour, onDone }: DoneProps) {
  const { t } = useTranslation('app')
  const show = useUnit(followedListRequested)
  useEffect(() => show(), [show])
  return (
    <>
      {progress && <FollowProgressView progress={progress} />}
      <DialogActions>
        <Button onClick={onTour}>{t('firstRun.toTour')}</Button>
        <Button variant="primary" autoFocus onClick={onDone}>
          {t('firstRun.skipTour')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A field that the step focuses by itself keeps the focus. */
function focusFirstControl(panel: HTMLElement | null): void {
  if (panel?.contains(document.activeElement)) return
  panel
    ?.querySelector<HTMLElement>(
      ':is(input:checked, input:not([type="file"], [type="radio"]), button):enabled',
    )
    ?.focus()
}

type ByAddressProps = {
  readonly chosen: FoundFeed | null
  readonly onChoose: (feed: FoundFeed) => void
  readonly onFollowed: () => void
}

/** The two steps of the follow dialog, inline. */
function ByAddress({ chosen, onChoose, onFollowed }: ByAddressProps) {
  const [written, setWritten] = useState('')
  if (!chosen) return <FollowSearch written={written} onWrite={setWritten} onChoose={onChoose} />
  return <FollowForm chosen={chosen} view={0} onClose={onFollowed} />
}
