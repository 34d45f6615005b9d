import { useUnit } from 'effector-react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $colorMode } from '../../../model/settings/index.ts'
import { DarkIcon, LightIcon, SegmentedControl, SystemIcon, useTranslation } from '../../../ui/index.ts'
import { appearanceForm } from '../forms/appearance-form.ts'
import { SettingsForm } from '../forms/settings-form.tsx'
import { CodeSample } from './code-sample.tsx'
import { CustomCssSection } from './custom-css-section.tsx'
import { FontSetting } from './font-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'
import { ToolbarSection } from './toolbar-section.tsx'

const accents = ['orange', 'blue', 'green', 'purple', 'pink', 'red', 'yellow', 'gray'] as const

/** Appearance settings; every change is visible at once. */
export const AppearancePage = () => <SettingsForm sections={appearanceForm} custom={custom} />

/** What is chosen by a sample of it, or takes more than a field. */
const custom = {
  theme: ColorMode,
  accentColor: Accents,
  colorThemeLight: () => <ThemeSetting mode="light" name="colorThemeLight" />,
  colorThemeDark: () => <ThemeSetting mode="dark" name="colorThemeDark" />,
  uiFontFamily: () => <FontSetting name="uiFontFamily" />,
  sample: Sample,
  readerFontFamily: () => <FontSetting name="readerFontFamily" />,
  codeSample: CodeSample,
  toolbarOrder: ToolbarSection,
  customCSS: CustomCssSection,
}

function ColorMode() {
  const { t } = useTranslation(['settings', 'common'])
  const { mode, invoke } = useUnit({ mode: $colorMode, invoke: registry.commandInvoked })
  return (
    <div className="setting" data-setting="theme">
      <p>{t('appearance.theme.label')}</p>
      <p className="ui-field-hint">{t('appearance.theme.words')}</p>
      <SegmentedControl
        label={t('appearance.theme.label')}
        value={mode}
        segments={[
          { value: 'system', label: t('common:theme.system'), icon: <SystemIcon /> },
          { value: 'light', label: t('common:theme.light'), icon: <LightIcon /> },
          { value: 'dark', label: t('common:theme.dark'), icon: <DarkIcon /> },
        ]}
        onChange={(chosen) =>
          invoke({ id: 'settings:change-color-mode', source: 'button', args: { mode: chosen } })
        }
      />
    </div>
  )
}

function Accents() {
  const { t } = useTranslation('settings')
  const { appearance, invoke } = useUnit({ appearance: $appearance, invoke: registry.commandInvoked })
  return (
    <fieldset className="setting settings-accents" data-setting="accentColor">
      <legend>{t('appearance.accentColor.label')}</legend>
      <p className="ui-field-hint">{t('appearance.accentColor.words')}</p>
      <div>
        {accents.map((accent) => (
          <label key={accent} data-accent={accent} data-tooltip={t(`appearance.accentColor.${accent}`)}>
            <input
              type="radio"
              className="ui-visually-hidden"
              name="accent"
              checked={appearance.accentColor === accent}
              aria-label={t(`appearance.accentColor.${accent}`)}
              onChange={() =>
                invoke({ id: 'settings:change-accent-color', source: 'button', args: { color: accent } })
              }
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Sample() {
  const { t } = useTranslation('settings')
  return (
    <p className="settings-sample" aria-label={t('appearance.sampleLabel')}>
      {t('appearance.sample')}
    </p>
  )
}
