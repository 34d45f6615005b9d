import { useUnit } from 'effector-react'
import type { CSSProperties } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $colorThemes, OWN_COLORS, type ColorTheme } from '../../../model/settings/index.ts'
import { useTranslation } from '../../../ui/index.ts'

export type ThemeSettingProps = {
  readonly mode: ColorTheme['mode']
  readonly name: 'colorThemeLight' | 'colorThemeDark'
}

/** The theme for a mode, chosen by a sample in its colours. Nothing where there are none and none is chosen. */
export function ThemeSetting({ mode, name }: ThemeSettingProps) {
  const { t } = useTranslation('settings')
  const { appearance, themes, invoke } = useUnit({
    appearance: $appearance,
    themes: $colorThemes,
    invoke: registry.commandInvoked,
  })
  const offered = themes.filter((theme) => theme.mode === mode)
  const chosen = appearance[name]
  const isMissing = chosen !== OWN_COLORS && !offered.some(({ id }) => id === chosen)
  if (offered.length === 0 && !isMissing) return null
  const choices = [
    { id: OWN_COLORS, label: t('appearance.colorThemes.own'), style: {} },
    ...offered.map(({ id, titleKey, tokens }) => ({ id, label: t(titleKey), style: styleOf(tokens) })),
  ]
  return (
    <fieldset className="setting theme-setting" data-setting={name}>
      <legend>{t(`appearance.${name}.label`)}</legend>
      <p className="ui-field-hint">{t(`appearance.${name}.words`)}</p>
      <div>
        {choices.map(({ id, label, style }) => (
          <label
            key={id}
            data-theme={mode}
            data-own-colors={id === OWN_COLORS ? '' : undefined}
            style={style}
          >
            <input
              type="radio"
              className="ui-visually-hidden"
              name={name}
              checked={id === chosen || (isMissing && id === OWN_COLORS)}
              onChange={() =>
                invoke({ id: `settings:change-${mode}-theme`, source: 'button', args: { theme: id } })
              }
            />
            <span>{label}</span>
            <span>{t('appearance.sample')}</span>
          </label>
        ))}
      </div>
      {isMissing && <p className="ui-field-hint">{t('appearance.colorThemes.missing')}</p>}
    </fieldset>
  )
}

const styleOf = (tokens: ColorTheme['tokens']) =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value])) as CSSProperties
