import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import {
  $appearance,
  $general,
  settingChanged,
  type SettingChange,
  settingsOfLanguage,
} from '../../model/settings/index.ts'
import { Button, EmptyState, SuccessIcon, useTranslation } from '../../ui/index.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import { interfaceLanguage } from '../../core/interface-language.ts'
import { appearanceDefaults, generalDefaults, type SettingsTab } from '../../contract/setting-defaults.ts'

export type DifferingSetting = {
  readonly tab: SettingsTab
  readonly key: string
  readonly value: unknown
  readonly initial: unknown
}

const defaults: Readonly<Record<SettingsTab, Readonly<Record<string, unknown>>>> = {
  general: generalDefaults,
  appearance: appearanceDefaults,
}

/**
 * The effective settings that are not as they are at first, in the order of the defaults.
 * @param language of the browser
 */
export function differingSettings(
  effective: Readonly<Record<SettingsTab, Readonly<Record<string, unknown>>>>,
  language: string,
): readonly DifferingSetting[] {
  const ofLanguage: Readonly<Record<string, unknown>> = {
    ...settingsOfLanguage(language),
    language: interfaceLanguage(language),
  }
  return (['general', 'appearance'] as const).flatMap((tab) =>
    Object.entries(defaults[tab]).flatMap(([key, standard]): DifferingSetting[] => {
      const initial = ofLanguage[key] ?? standard
      const value = effective[tab][key]
      return deepEqual(value, initial) ? [] : [{ tab, key, value, initial }]
    }),
  )
}

/** Settings that differ from their defaults, each with a button that sets it back; undo brings it again. */
export function ChangedSettings() {
  const { t, i18n } = useTranslation(['sources', 'settings'])
  const { general, appearance, services, change } = useUnit({
    general: $general,
    appearance: $appearance,
    services: $services,
    change: settingChanged,
  })
  const labelOf = (tab: string, key: string) => `settings:${tab}.${key}.label`
  // What has no name in the settings is the state of a pane, not a choice.
  const differing = differingSettings({ general, appearance }, services.language()).filter(({ tab, key }) =>
    i18n.exists(labelOf(tab, key)),
  )
  if (differing.length === 0) return <EmptyState icon={<SuccessIcon />} title={t('activity.settings.none')} />
  return (
    <ul className="activity-list" aria-label={t('activity.tabs.settings')}>
      {differing.map(({ tab, key, value, initial }) => {
        const name = i18n.t(labelOf(tab, key))
        return (
          <li key={`${tab}.${key}`}>
            <div className="activity-item">
              <p>
                <strong>{name}</strong>
              </p>
              {typeof value !== 'object' && typeof value !== 'boolean' && (
                <p className="activity-hint">
                  {t('activity.settings.values', { value: String(value), initial: String(initial) })}
                </p>
              )}
              {typeof value === 'boolean' && (
                <p className="activity-hint">{t(value ? 'activity.settings.on' : 'activity.settings.off')}</p>
              )}
            </div>
            <Button
              size="small"
              aria-label={t('activity.settings.setBackOne', { name })}
              onClick={() => change({ tab, key, value: initial } as SettingChange)}
            >
              {t('activity.settings.setBack')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
