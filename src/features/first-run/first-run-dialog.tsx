import { useUnit } from 'effector-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { Button, Dialog, NextIcon, useTranslation } from '../../ui/index.ts'
import { Tour } from './tour.tsx'
import { firstRunDismissed } from './first-run-guide.ts'
import { useWays, WayPanel, type Way } from './ways.tsx'

export const propsSchema = z.object({})

/** The guide of the first minutes: something to read, then the keys. */
export function FirstRunDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const dismiss = useUnit(firstRunDismissed)
  const ways = useWays()
  const [step, setStep] = useState<'feeds' | 'tour'>('feeds')
  const [way, setWay] = useState<Way>('packs')
  const radio = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // Some panels focus a field of theirs: while cards are chosen, the focus stays on them.
  useLayoutEffect(() => radio.current?.focus(), [way])
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
  return (
    <Dialog
      open
      size="large"
      title={t('firstRun.title')}
      description={t('firstRun.words')}
      closeLabel={t('firstRun.dismiss')}
      onClose={finish}
      actions={
        <>
          <Button variant="quiet" className="dialog-aside" onClick={finish}>
            {t('firstRun.dismiss')}
          </Button>
          <Button icon={<NextIcon />} onClick={() => setStep('tour')}>
            {t('firstRun.toTour')}
          </Button>
        </>
      }
    >
      <div className="first-run">
        <div className="first-run-ways" role="radiogroup" aria-label={t('firstRun.steps')}>
          {ways.map(({ id, icon, title, description }) => (
            <label key={id} className="first-run-way">
              <input
                type="radio"
                className="ui-visually-hidden"
                name="first-run-way"
                ref={way === id ? radio : undefined}
                checked={way === id}
                autoFocus={way === id}
                onChange={() => setWay(id)}
                onKeyDown={({ key }) => key === 'Enter' && focusFirstControl(panel.current)}
              />
              {icon}
              <span>
                <strong>{t(title)}</strong>
                <span>{t(description)}</span>
              </span>
            </label>
          ))}
        </div>
        <div ref={panel} className="first-run-panel">
          <WayPanel key={way} way={way} onDone={finish} />
        </div>
      </div>
    </Dialog>
  )
}

function focusFirstControl(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>(':is(input:not([type="file"]), button):enabled')?.focus()
}
