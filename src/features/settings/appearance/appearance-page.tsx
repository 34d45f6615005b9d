import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $colorMode } from '../../../model/settings/index.ts'
import { DarkIcon, LightIcon, SegmentedControl, SystemIcon, useTranslation } from '../../../ui/index.ts'
import { appearanceForm } from '../forms/appearance-form.ts'
import { SettingsForm } from '../forms/settings-form.tsx'
import { CustomCssSection } from './custom-css-section.tsx'
import { FontSetting } from './font-setting.tsx'
import { ThemeSetting } from './theme-setting.tsx'
import { ToolbarSection } from './toolbar-section.tsx'
import { loadCodeColours } from '../../entry/index.ts'

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

const SAMPLE = `// Unread entries, newest first
export const unread = (entries: Entry[]) =>
  entries
    .filter(({ read }) => !read)
    .sort((a, b) => b.publishedAt - a.publishedAt)
    .slice(0, 20)`

/** The same code in the light and the dark scheme, whatever the page's theme. */
function CodeSample() {
  const { t } = useTranslation('settings')
  const { codeHighlightThemeLight, codeHighlightThemeDark } = useUnit($appearance)
  const themes = `${codeHighlightThemeLight} ${codeHighlightThemeDark}`
  return (
    <div className="code-samples" role="group" aria-label={t('appearance.sampleLabel')}>
      <Coloured key={`light ${themes}`} theme="light" />
      <Coloured key={`dark ${themes}`} theme="dark" />
    </div>
  )
}

function Coloured({ theme }: { readonly theme: 'light' | 'dark' }) {
  const { codeHighlightThemeLight: light, codeHighlightThemeDark: dark } = useUnit($appearance)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void loadCodeColours()
      .then(({ colourCode }) => content.current && colourCode(content.current, { light, dark }, false))
      // Without the grammar the sample stays plain.
      .catch(() => {})
  }, [light, dark])
  return (
    <div ref={content} className="ui-prose" data-theme={theme} lang="en">
      <pre tabIndex={0}>
        <code className="language-typescript">{SAMPLE}</code>
      </pre>
    </div>
  )
}
