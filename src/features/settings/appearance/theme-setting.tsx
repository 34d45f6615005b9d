import { useUnit } from 'effector-react'
import type { CSSProperties } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $colorThemes, OWN_COLORS, type ColorTheme } from '../../../model/settings/index.ts'
import { SkeletonText, useTranslation } from '../../../ui/index.ts'
import { $isEveryFeatureRegistered } from '../../registry.ts'

export type ThemeSettingProps = {
  readonly mode: ColorTheme['mode']
  readonly name: 'colorThemeLight' | 'colorThemeDark'
}

/** How many themes of a mode there are, most often. */
const USUAL = 3

/** The theme for a mode, chosen by a sample in its colours. Nothing where there are none and none is chosen. */
export function ThemeSetting({ mode, name }: ThemeSettingProps) {
  const { t } = useTranslation('settings')
  const { appearance, themes, areComplete, invoke } = useUnit({
    appearance: $appearance,
    themes: $colorThemes,
    areComplete: $isEveryFeatureRegistered,
    invoke: registry.commandInvoked,
  })
  const offered = themes.filter((theme) => theme.mode === mode)
  const chosen = appearance[name]
  const isMissing = chosen !== OWN_COLORS && !offered.some(({ id }) => id === chosen)
  // Plugins, which may have themes, start after the page: what is below keeps its place.
  const awaited = areComplete ? 0 : Math.max(0, USUAL - offered.length)
  if (offered.length + awaited === 0 && !isMissing) return null
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
        {Array.from({ length: awaited }, (_, at) => (
          <div key={at} className="theme-awaited" aria-hidden="true">
            <SkeletonText lines={3} />
          </div>
        ))}
      </div>
      {areComplete && isMissing && <p className="ui-field-hint">{t('appearance.colorThemes.missing')}</p>}
    </fieldset>
  )
}

const styleOf = (tokens: ColorTheme['tokens']) =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value])) as CSSProperties
