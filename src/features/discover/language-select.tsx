import { useUnit } from 'effector-react'
import { settingChanged } from '../../model/settings/index.ts'
import { Select, useTranslation } from '../../ui/index.ts'
import { useDiscoverLanguage } from './use-discover.ts'

/** The language of trends, catalogue and other sources: a setting. */
export function LanguageSelect() {
  const { t } = useTranslation(['sources'])
  const language = useDiscoverLanguage()
  const change = useUnit(settingChanged)
  return (
    <Select
      label={t('discover.language')}
      hideLabel
      value={language}
      choices={(['all', 'eng', 'cmn'] as const).map((value) => ({
        value,
        label: t(`discover.languages.${value}`),
      }))}
      onChange={(value) => change({ tab: 'appearance', key: 'discoverLanguage', value })}
    />
  )
}
