import { useUnit } from 'effector-react'
import { useId, useMemo, useState, type CSSProperties } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance } from '../../../model/settings/index.ts'
import { fontFamily, TextField, useTranslation } from '../../../ui/index.ts'

import { isFontInstalled } from './is-font-installed.ts'

type FontKey = 'uiFontFamily' | 'readerFontFamily'

/** The first is the default. Generic families look as the browser is set. */
const choices: Readonly<Record<FontKey, readonly string[]>> = {
  uiFontFamily: ['SN Pro', 'sans-serif', 'serif', 'monospace', 'Georgia', 'Verdana'],
  readerFontFamily: ['inherit', 'sans-serif', 'serif', 'monospace', 'Georgia', 'Palatino', 'Verdana'],
}
/** Those without a name that everybody knows. */
const named = new Set(['SN Pro', 'inherit', 'sans-serif', 'serif', 'monospace'])

/** A font, chosen by its sample, or any other by its name. */
export function FontSetting({ name }: { readonly name: FontKey }) {
  const { t } = useTranslation('settings')
  const { appearance, invoke } = useUnit({ appearance: $appearance, invoke: registry.commandInvoked })
  const group = useId()
  const value = appearance[name]
  // One that is not installed would be drawn, and chosen, in another.
  const offered = useMemo(
    () => choices[name].filter((family) => named.has(family) || isFontInstalled(family)),
    [name],
  )
  const isOther = !offered.includes(value)
  const [other, setOther] = useState(isOther)
  const set = (family: string) =>
    invoke({
      id: 'settings:set',
      source: 'button',
      args: { tab: 'appearance', key: name, value: family.trim() || (choices[name][0] ?? '') },
    })
  return (
    <fieldset className="setting font-setting" data-setting={name}>
      <legend>{t(`appearance.${name}.label`)}</legend>
      <p className="ui-field-hint">{t(`appearance.${name}.words`)}</p>
      <div>
        {offered.map((family) => (
          <label key={family} style={sampleStyle(name, family)}>
            <input
              type="radio"
              className="ui-visually-hidden"
              name={group}
              checked={!other && value === family}
              onChange={() => {
                setOther(false)
                set(family)
              }}
            />
            <span aria-hidden="true">{t('appearance.fontSample')}</span>
            <span>{named.has(family) ? t(`appearance.fonts.${keyOf(family)}`) : family}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            className="ui-visually-hidden"
            name={group}
            checked={other}
            onChange={() => setOther(true)}
          />
          <span aria-hidden="true">…</span>
          <span>{t('appearance.fonts.other')}</span>
        </label>
      </div>
      {other && (
        <TextField
          label={t('appearance.fonts.name')}
          hint={t('appearance.fonts.nameWords')}
          spellCheck={false}
          style={{ fontFamily: fontFamily(value) }}
          value={isOther ? value : ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

const keyOf = (family: string) => (family === 'SN Pro' ? 'system' : family.replace('sans-serif', 'sansSerif'))

function sampleStyle(name: FontKey, family: string): CSSProperties {
  if (family === 'inherit' || (name === 'uiFontFamily' && family === 'SN Pro')) return {}
  return { fontFamily: fontFamily(family) }
}
