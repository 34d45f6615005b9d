import { useUnit } from 'effector-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { registry } from '../../model/app/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { Button, CloseIcon, IconButton, Slider, useTranslation } from '../../ui/index.ts'
import { FontChoices, useOfferedFonts } from '../shared/font-choices/font-choices.tsx'

/** How the text of entries looks, changed while it is in view: its size, its lines, its font. Escape closes. */
export function TextPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'settings'])
  const { appearance, invoke } = useUnit({ appearance: $appearance, invoke: registry.commandInvoked })
  const offered = useOfferedFonts('readerFontFamily')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  const set =
    (key: 'contentFontSize' | 'contentLineHeight' | 'contentMeasure' | 'readerFontFamily') =>
    (value: number | string) =>
      invoke({ id: 'settings:set', source: 'button', args: { tab: 'appearance', key, value } })
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={panel}
      className="entry-text-panel"
      aria-label={t('reading.text.title')}
      data-focus-area="menu"
      onKeyDown={pressed}
    >
      <header>
        <h2>{t('reading.text.title')}</h2>
        <IconButton label={t('common:action.close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <Slider
        label={t('reading.text.size')}
        min={12}
        max={28}
        value={appearance.contentFontSize}
        valueText={`${appearance.contentFontSize} px`}
        onChange={set('contentFontSize')}
      />
      <Slider
        label={t('reading.text.leading')}
        min={1.2}
        max={2.4}
        step={0.05}
        value={appearance.contentLineHeight}
        onChange={set('contentLineHeight')}
      />
      <Slider
        label={t('reading.text.measure')}
        min={40}
        max={100}
        value={appearance.contentMeasure}
        onChange={set('contentMeasure')}
      />
      <fieldset>
        <legend className="ui-visually-hidden">{t('settings:appearance.readerFontFamily.label')}</legend>
        <FontChoices
          offered={offered}
          chosen={offered.includes(appearance.readerFontFamily) ? appearance.readerFontFamily : null}
          onChange={set('readerFontFamily')}
        />
      </fieldset>
      <Button variant="quiet" onClick={() => invoke({ id: 'go:settings-appearance', source: 'button' })}>
        {t('reading.text.all')}
      </Button>
    </section>
  )
}
