import { useUnit } from 'effector-react'
import { useState } from 'react'
import { registry } from '../../../model/app/index.ts'
import { $appearance } from '../../../model/settings/index.ts'
import { fontFamily, TextField, useTranslation } from '../../../ui/index.ts'
import {
  FontChoices,
  fontChoices,
  useOfferedFonts,
  type FontKey,
} from '../../shared/font-choices/font-choices.tsx'

/** A font, chosen by its sample, or any other by its name. */
export function FontSetting({ name }: { readonly name: FontKey }) {
  const { t } = useTranslation('settings')
  const { appearance, invoke } = useUnit({ appearance: $appearance, invoke: registry.commandInvoked })
  const value = appearance[name]
  const offered = useOfferedFonts(name)
  const isOther = !offered.includes(value)
  const [other, setOther] = useState(isOther)
  const set = (family: string) =>
    invoke({
      id: 'settings:set',
      source: 'button',
      args: { tab: 'appearance', key: name, value: family.trim() || (fontChoices[name][0] ?? '') },
    })
  return (
    <fieldset className="setting font-setting" data-setting={name}>
      <legend>{t(`appearance.${name}.label`)}</legend>
      <p className="ui-field-hint">{t(`appearance.${name}.words`)}</p>
      <FontChoices
        offered={offered}
        chosen={other ? null : value}
        onChange={(family) => {
          setOther(false)
          set(family)
        }}
      >
        {(group) => (
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
        )}
      </FontChoices>
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
