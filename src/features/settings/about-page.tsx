import { useUnit } from 'effector-react'
import { version } from '../../../package.json'
import { dialogOpened } from '../../model/layout/index.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import { SettingRow, Section } from './controls/index.ts'

const parts =
  'React, Effector, TanStack Query, SQLite, Radix, cmdk, tinykeys, i18next, shiki, Kysely, Hono, better-auth'

/** Version, license and links to help. */
export function AboutPage() {
  const { t } = useTranslation('settings')
  const opened = useUnit(dialogOpened)
  return (
    <Section>
      <SettingRow label={t('about.version')} hint={t('about.words')}>
        <span>Lectern {version}</span>
      </SettingRow>
      <SettingRow label={t('about.keys')} hint={t('about.keysWords')}>
        <Button onClick={() => opened({ id: 'shortcuts' })}>{t('about.showKeys')}</Button>
      </SettingRow>
      <SettingRow label={t('about.guide')} hint={t('about.guideWords')}>
        <Button onClick={() => opened({ id: 'first-run' })}>{t('about.showGuide')}</Button>
      </SettingRow>
      <SettingRow label={t('about.licence')} hint={t('about.licenceWords')}>
        <span>MIT</span>
      </SettingRow>
      <SettingRow label={t('about.parts')} hint={parts}>
        {null}
      </SettingRow>
    </Section>
  )
}
