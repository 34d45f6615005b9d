import { useUnit } from 'effector-react'
import { useState, type KeyboardEvent } from 'react'
import { $keyBindings } from '../../model/app/index.ts'
import { Button, Kbd, Progress, StarIcon, useTranslation } from '../../ui/index.ts'
import { tourAfter, tourStart, tourSteps, type TourState } from './tour-steps.ts'

const samples = ['first', 'second', 'third']

/** The tour of the shortcuts. Key presses inside it run no commands. */
export function Tour({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('app')
  const steps = tourSteps(useUnit($keyBindings))
  const [state, setState] = useState(tourStart)
  const step = steps[state.at]
  const pressed = (event: KeyboardEvent) => {
    // Tab and Escape still leave the tour.
    if (!step || event.key === 'Tab' || event.key === 'Escape') return
    const next = tourAfter(state, steps, event.nativeEvent)
    event.stopPropagation()
    if (next === state) return
    event.preventDefault()
    setState(next)
  }
  return (
    <div className="tour">
      <div
        className="tour-stage"
        role="application"
        aria-label={t('firstRun.tour.title')}
        tabIndex={0}
        autoFocus
        ref={(box) => box?.focus()}
        onKeyDown={pressed}
      >
        <TourList state={state} />
        <div className="tour-task" aria-live="polite">
          {step ? (
            <>
              <span className="tour-press">{t('firstRun.tour.press')}</span>
              <Kbd keys={step.keys} />
              <span>{t(`firstRun.tour.${step.id}`)}</span>
            </>
          ) : (
            <>
              <strong>{t('firstRun.tour.finished')}</strong>
              <span>{t('firstRun.tour.finishedWords')}</span>
            </>
          )}
        </div>
      </div>
      <Progress
        label={t('firstRun.tour.progress', { done: state.at, total: steps.length })}
        value={state.at / steps.length}
      />
      <div className="first-run-actions">
        <Button
          variant={step ? 'plain' : 'primary'}
          onClick={onDone}
          key={step ? 'going' : 'done'}
          autoFocus={!step}
        >
          {t('firstRun.skipTour')}
        </Button>
      </div>
    </div>
  )
}

function TourList({ state }: { readonly state: TourState }) {
  const { t } = useTranslation('app')
  return (
    <ul className="tour-list">
      {samples.map((name, at) => {
        const current = at === state.current
        return (
          <li key={name} aria-current={current || undefined} data-read={(current && state.read) || undefined}>
            <span className="tour-dot" aria-hidden="true" />
            <span>{t(`firstRun.tour.sample.${name}`)}</span>
            {current && state.starred && <StarIcon data-fill="" aria-hidden="true" />}
            {current && state.opened && <span className="tour-open" aria-hidden="true" />}
          </li>
        )
      })}
    </ul>
  )
}
