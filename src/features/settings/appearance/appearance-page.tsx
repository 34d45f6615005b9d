import { useUnit } from 'effector-react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $colorMode } from '../../../model/settings/index.ts'
import { DarkIcon, LightIcon, SegmentedControl, SystemIcon, useTranslation } from '../../../ui/index.ts'
import { ChoiceSetting, NumberSetting, Section, SwitchSetting } from '../controls/index.ts'
import { CodeSample } from './code-sample.tsx'
import { CustomCssSection } from './custom-css-section.tsx'
import { FontSetting } from './font-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'
import { ToolbarSection } from './toolbar-section.tsx'

const accents = ['orange', 'blue', 'green', 'purple', 'pink', 'red', 'yellow', 'gray'] as const
const lightThemes = [
  'github-light',
  'light-plus',
  'min-light',
  'one-light',
  'solarized-light',
  'vitesse-light',
]
const darkThemes = [
  'github-dark',
  'dark-plus',
  'min-dark',
  'nord',
  'one-dark-pro',
  'solarized-dark',
  'vitesse-dark',
]
const itself = (name: string) => name

/** Appearance settings; every change is visible at once. */
export function AppearancePage() {
  const { t } = useTranslation(['settings', 'common'])
  const { mode, invoke } = useUnit({ mode: $colorMode, invoke: registry.commandInvoked })
  return (
    <>
      <Section>
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
        <Accents />
        <ThemeSetting mode="light" name="colorThemeLight" />
        <ThemeSetting mode="dark" name="colorThemeDark" />
      </Section>
      <Section title={t('appearance.interface')}>
        <NumberSetting tab="appearance" name="uiTextSize" min={12} max={24} unit=" px" />
        <FontSetting name="uiFontFamily" />
        <SwitchSetting tab="appearance" name="modalOverlay" />
        <SwitchSetting tab="appearance" name="modalDraggable" />
        <SwitchSetting tab="appearance" name="reduceMotion" />
        <SwitchSetting tab="appearance" name="usePointerCursor" />
        <SwitchSetting tab="appearance" name="hideExtraBadge" />
        <SwitchSetting tab="appearance" name="opaqueSidebar" />
      </Section>
      <Section title={t('appearance.reading')}>
        <Sample />
        <NumberSetting tab="appearance" name="contentFontSize" min={12} max={28} unit=" px" />
        <NumberSetting tab="appearance" name="contentLineHeight" min={1.2} max={2.4} step={0.05} />
        <NumberSetting tab="appearance" name="contentMeasure" min={40} max={100} />
        <FontSetting name="readerFontFamily" />
        <ChoiceSetting tab="appearance" name="listDensity" choices={['comfortable', 'compact', 'titles']} />
        <SwitchSetting tab="appearance" name="wideMode" />
        <ChoiceSetting tab="appearance" name="thumbnailRatio" choices={['square', 'original']} />
        <SwitchSetting tab="appearance" name="pictureViewMasonry" />
        <SwitchSetting tab="appearance" name="hideRecentReader" />
        <SwitchSetting tab="appearance" name="readerRenderInlineStyle" />
        <ChoiceSetting tab="appearance" name="dateFormat" choices={['default', 'short', 'long', 'iso']} />
      </Section>
      <Section title={t('appearance.code')}>
        <SwitchSetting tab="appearance" name="guessCodeLanguage" />
        <ChoiceSetting
          tab="appearance"
          name="codeHighlightThemeLight"
          choices={lightThemes}
          labelOf={itself}
        />
        <ChoiceSetting tab="appearance" name="codeHighlightThemeDark" choices={darkThemes} labelOf={itself} />
        <CodeSample />
      </Section>
      <ToolbarSection />
      <CustomCssSection />
    </>
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
